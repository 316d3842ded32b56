/** What a role may do at the desk. The server decides; without the right there is no button. */
import { useSelector } from '@xstate/react';
import { reviewerOf } from '../../machines/session.ts';
import { useServices } from './services.ts';

/** Whether the member of staff may decide about a loan after its approval, as seniors and administrators may. */
export function useMayDecide(): boolean {
  const { session } = useServices();
  return useSelector(session, (now) => (reviewerOf(now)?.role ?? 'reviewer') !== 'reviewer');
}

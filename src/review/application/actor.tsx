/** The running machine of the application on the screen. */
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Application } from '../../../domain/values/wire.ts';
import { isEmpty, parseReviewDraft } from '../../../machines/desk/acts.ts';
import type { DeskSnapshot, deskMachine } from '../../../machines/desk/application.ts';
import { reviewerOf } from '../../../machines/session.ts';
import { actorOptions } from '../../hooks/actor-options.ts';
import { requiredContext } from '../../hooks/required-context.ts';
import { useServices } from '../services.ts';
import { trackReviewerActivity } from '../idle-timer.ts';

export type DeskActor = ActorRefFrom<typeof deskMachine>;

const [DeskActorProvider, useDesk] = requiredContext<DeskActor>('DeskProvider');

export { useDesk };

/** Renders again when `isEqual` says that the value is another one (by default ===). */
export const useDeskState = <T,>(selector: (now: DeskSnapshot) => T, same?: (a: T, b: T) => boolean): T =>
  useSelector(useDesk(), selector, same);

/** Returns the application; only for components below the screen that waits for it. */
export function useApplication(): Application {
  const application = useDeskState(({ context }) => context.application);
  if (!application) throw new Error('No application was read');
  return application;
}

/** Runs while the screen is mounted. A review that is not sent is stored in the tab, for its reviewer and its loan. */
export function DeskProvider({ loanId, children }: { loanId: string; children: ReactNode }) {
  const { desk: logic, session, tab } = useServices();
  const reviewer = useSelector(session, (now) => reviewerOf(now)?.id ?? '');
  const name = `desk.${reviewer}.${loanId}`;
  const desk = useActorRef(logic, {
    input: { loanId, reviewDraft: parseReviewDraft(tab.read(name)) },
    ...actorOptions,
  });
  useEffect(() => {
    const keeping = desk.subscribe(({ context: { reviewDraft } }) => {
      if (isEmpty(reviewDraft)) tab.remove(name);
      else tab.write(name, reviewDraft);
    });
    const stopWatching = trackReviewerActivity(desk.send);
    return () => {
      keeping.unsubscribe();
      stopWatching();
    };
  }, [desk, name, tab]);
  return <DeskActorProvider value={desk}>{children}</DeskActorProvider>;
}

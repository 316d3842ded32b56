/** The state of the queries of a loan, written by hand; what the wizard shows of them follows from it. */
import type { WizardSnapshot } from '../../../machines/wizard.ts';

/** `queried.incomplete` once Submit was pressed while a query had no answer. */
export const queryStates = ['none', 'queried.answering', 'queried.incomplete', 'answered'] as const;

export type QueryState = (typeof queryStates)[number];

export function queryStateOf({ context }: WizardSnapshot): QueryState {
  const states =
    context.loan?.queries.map(({ state }) => state).filter((state) => state !== 'withdrawn') ?? [];
  if (states.length === 0) return 'none';
  if (!states.includes('raised')) return 'answered';
  return context.unanswered.length > 0 ? 'queried.incomplete' : 'queried.answering';
}

export const isQueried = (now: WizardSnapshot): boolean => queryStateOf(now).startsWith('queried');

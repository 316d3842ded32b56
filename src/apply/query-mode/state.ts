/** The state of query mode: the open loan and the drafts of both steps. */
import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Observer } from 'xstate';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { EmiOption, Institution, Loan } from '../../../domain/values/wire.ts';
import type { DraftActorRef, DraftBody, DraftStep } from '../../../machines/draft.ts';
import type { WizardContext } from '../../../machines/wizard.ts';
import { useServices, useDrafts, useWizard, type Wizard } from '../shared/wizard.tsx';

/** The drafts by step, each null until something was typed, and the wizard's data of the loan. */
export interface QueryModeState extends Readonly<Record<DraftStep, DraftBody | null>> {
  loan: Loan;
  institution: Institution | null;
  /** The EMI plans on offer, where they are known. */
  options: readonly EmiOption[] | null;
  /** The fields whose query had no answer at the last Submit. */
  unanswered: readonly string[];
  today: IsoDate;
}

/** @throws if no loan is open */
export function queryModeStateOf(context: WizardContext, today: IsoDate): QueryModeState {
  const { loan, drafts, institution, options, unanswered } = context;
  if (!loan || !drafts) throw new Error('Queries are about a loan that was opened');
  const bodyOf = (draft: DraftActorRef) => draft.getSnapshot().context.body;
  const bodies = Object.entries(drafts).map(([step, draft]) => [step, bodyOf(draft)] as const);
  return {
    ...(Object.fromEntries(bodies) as Record<DraftStep, DraftBody | null>),
    ...{ loan, institution, options, unanswered, today },
  };
}

/** Renders again when `isEqual` says that the selected value is another one. */
export function useQueryModeState<T>(
  select: (state: QueryModeState) => T,
  isEqual?: (a: T, b: T) => boolean,
): T {
  const wizard = useWizard();
  const drafts = useDrafts();
  const { today } = useServices();
  const source = useMemo(() => stateSource(wizard, Object.values(drafts), today), [wizard, drafts, today]);
  return useSelector(source, select, isEqual);
}

/** Combines the wizard and the drafts into one source, whose snapshot is the same object until a part changes. */
function stateSource(wizard: Wizard, drafts: readonly DraftActorRef[], today: () => IsoDate) {
  let last: QueryModeState | null = null;
  return {
    getSnapshot: (): QueryModeState => {
      const next = queryModeStateOf(wizard.getSnapshot().context, today());
      last = last && shallowEqual(last, next) ? last : next;
      return last;
    },
    subscribe: (observer: Observer<unknown> | ((state: unknown) => void)) => {
      const notify = () => (typeof observer === 'function' ? observer(last) : observer.next?.(last));
      const subscriptions = [wizard.subscribe(notify), ...drafts.map((draft) => draft.subscribe(notify))];
      return { unsubscribe: () => subscriptions.forEach((one) => one.unsubscribe()) };
    },
  };
}

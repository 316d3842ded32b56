/** The questions of a reviewer on a step, which shows one at a time; Applicant Details ends with a review of all. */
import { createContext, useContext, useMemo, useState } from 'react';
import { fieldAccess, lockOf } from '../../../domain/loan/access.ts';
import { dependsOn } from '../../../domain/forms/fields/catalogue.ts';
import { type FormStep, stepOfField } from '../../../domain/pages/steps.ts';
import type { Query } from '../../../domain/values/wire.ts';
import { focusPageHeading } from '../../shell/heading-focus.ts';
import { useWizard, useWizardState } from './wizard.tsx';

export interface Questions {
  /** The queries of both steps, in the order of the screens. */
  all: readonly Query[];
  /** Tells whether one has no answer yet. */
  areOpen: boolean;
  /** The query that is shown; null on the review, and if the whole step is shown. */
  current: Query | null;
  /** The query that was chosen last, also if the whole step is shown. */
  chosenId: string | undefined;
  /** True if content that does not belong to the current query, or to the review, is hidden. */
  isOneShown: boolean;
  /** Shows the whole step or one query; null if the whole step is shown anyway. */
  showAll: ((isShown: boolean) => void) | null;
  /** Goes to the previous query on this step; null if there is none. */
  previous: (() => void) | null;
  /** Goes to the next question on this step, or to the review; null where Next or Submit leaves the step. */
  next: ((press: Pick<Event, 'preventDefault'>) => void) | null;
  /** Says whether `next` goes to the review. */
  isLast: boolean;
  isHidden: (name: string) => boolean;
}

/** The id of the list of all questions on top of a step. */
export const questionListId = 'question-list';

export const QuestionsContext = createContext<Questions | null>(null);

/** Answers null outside of query mode. */
export const useQuestions = (): Questions | null => useContext(QuestionsContext);

const isAbout = (name: string, { field }: Query) => name === field || dependsOn(name, field);

/**
 * @param all the queries of both steps, in the order of the screens; null outside of query mode
 * @param answered the ids of those that are answered
 */
export function useQuestionsOf(
  step: FormStep,
  all: readonly Query[] | null,
  answered: readonly string[],
): Questions | null {
  const wizard = useWizard();
  const loan = useWizardState(({ context }) => context.loan);
  const requested = useWizardState(({ context }) => context.pendingFocusField);
  const own = useMemo(() => (all ?? []).filter(({ field }) => stepOfField(field) === step), [all, step]);
  const [isAllShown, setAllShown] = useState(false);
  const [chosen, setChosen] = useState(() => own.find(({ id }) => !answered.includes(id))?.field ?? null);
  const [lastRequested, setLastRequested] = useState<string | null>(null);
  if (requested !== lastRequested) {
    setLastRequested(requested);
    if (requested !== null) setChosen(requested);
  }
  return useMemo(() => {
    if (!all || !loan) return null;
    const lock = lockOf(loan);
    const isReviewed = step === 'applicant';
    const found = chosen === null ? undefined : own.find((query) => isAbout(chosen, query));
    const isOneShown = !isAllShown && (isReviewed || own.length > 0);
    const current = isOneShown ? (found ?? (isReviewed ? null : own.at(-1)) ?? null) : null;
    const goTo = (query: Query | undefined) =>
      query ? () => wizard.send({ type: 'field.requested', field: query.field }) : null;
    const review = () => {
      setChosen(null);
      focusPageHeading();
    };
    const index = current ? own.indexOf(current) : own.length;
    const onward = current && (goTo(own[index + 1]) ?? (isReviewed ? review : null));
    return {
      all,
      areOpen: all.length > answered.length,
      current,
      chosenId: found?.id,
      isOneShown,
      showAll: isReviewed || own.length > 0 ? setAllShown : null,
      previous: isOneShown ? goTo(own[index - 1]) : null,
      next:
        onward &&
        ((press) => {
          // The button would submit the step.
          press.preventDefault();
          onward();
        }),
      isLast: isReviewed && current !== null && index === own.length - 1,
      isHidden: (name) => {
        if (!isOneShown) return false;
        if (current) return !isAbout(name, current);
        // The review includes fields that an answer on the other step has opened here.
        return fieldAccess(lock, name) === 'locked' || own.some((query) => isAbout(name, query));
      },
    };
  }, [wizard, loan, step, all, own, answered, chosen, isAllShown]);
}

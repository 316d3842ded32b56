/** The open queries on top of a step: the number of the one that is shown, and a list with their state and links. */
import { useId } from 'react';
import { shallowEqual } from '@xstate/react';
import { Switch } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import type { FormStep } from '../../../domain/pages/steps.ts';
import type { Query } from '../../../domain/values/wire.ts';
import { draftSteps } from '../../../machines/wizard.ts';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import { type Questions, questionListId } from '../shared/questions.ts';
import { useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useFocusPendingField } from './focus.ts';
import { FieldTitle } from './field-queries.tsx';
import { answeredQueryIds, queriesOf } from './selectors.ts';
import { useQueryModeState } from './state.ts';
import './query-mode.css';

export interface SummaryProps {
  /** The ids of the queries that are answered. */
  answered: readonly string[];
  step: FormStep;
  questions: Questions;
}

export function Summary({ answered, step, questions }: SummaryProps) {
  const titleId = useId();
  const { all, current, chosenId, isOneShown, showAll } = questions;
  useFocusPendingField();
  const open = all.length - answered.length;
  return (
    <section className="query-summary" aria-labelledby={titleId} data-one-shown={isOneShown || undefined}>
      <Disclosure
        key={chosenId}
        id={questionListId}
        startsOpen={!chosenId}
        title={
          <h2 id={titleId}>{t('app.query.title', { count: all.length, answered: answered.length, open })}</h2>
        }
      >
        <p>{open > 0 ? t('app.query.help') : t('app.query.done', { step })}</p>
        <ol className="stack-s2">
          {all.map((query) => (
            <QuestionLink key={query.id} query={query} isAnswered={answered.includes(query.id)} />
          ))}
        </ol>
        {showAll && (
          <Switch
            id="query-show-all"
            label={t('app.query.showAll')}
            checked={!isOneShown}
            onChecked={showAll}
          />
        )}
      </Disclosure>
      {current && (
        <p className="query-count">
          {t('app.query.count', { number: all.indexOf(current) + 1, count: all.length })}
          <span className="query-progress" aria-hidden="true">
            {all.map(({ id }) => (
              <span
                key={id}
                data-answered={answered.includes(id) || undefined}
                data-current={id === current.id || undefined}
              />
            ))}
          </span>
        </p>
      )}
      {/* Each step shows its own conflict. */}
      {draftSteps
        .filter((other) => other !== step)
        .map((other) => (
          <DraftConflict key={other} step={other} />
        ))}
    </section>
  );
}

/** A query with its state; it leads to its field on either step. */
function QuestionLink({ query, isAnswered }: { query: Query; isAnswered: boolean }) {
  const wizard = useWizard();
  return (
    <li className="query-question row-between" data-answered={isAnswered || undefined}>
      <a
        className="target"
        href={`#${query.field}`}
        onClick={(event) => {
          event.preventDefault();
          event.currentTarget.closest('details')?.removeAttribute('open');
          wizard.send({ type: 'field.requested', field: query.field });
        }}
      >
        <FieldTitle field={query.field} />
      </a>
      <p className="query-status icon-line text-small">
        {isAnswered ? (
          <>
            <CheckIcon /> {t('app.query.answered')}
          </>
        ) : (
          t('app.query.unanswered')
        )}
      </p>
    </li>
  );
}

/** Shows the number of queries without an answer, which block Submit; null if there are none. */
export function OpenQuestions() {
  const answered = useQueryModeState(answeredQueryIds, shallowEqual);
  const loan = useWizardState(({ context }) => context.loan);
  const open = loan ? queriesOf(loan).filter(({ id }) => !answered.includes(id)) : [];
  if (open.length === 0) return null;
  return t('app.query.open', { count: open.length });
}

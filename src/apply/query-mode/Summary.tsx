/** The list of open queries on top of a step, with their state and a link to each field. */
import { useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from '@xstate/react';
import { Switch } from '../../ui/Checkbox.tsx';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { QueryIcon } from '../../ui/icons.tsx';
import type { DraftedStep } from '../../../domain/steps.ts';
import type { DraftStep } from '../../../machines/draft.ts';
import { draftSteps } from '../../../machines/wizard.ts';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import { useDrafts, useWizard, useWizardState } from '../wizard.tsx';
import { useFocusPendingField } from './focus.ts';
import { FieldTitle, QueryMessage } from './field-queries.tsx';
import { queriesOf } from './selectors.ts';
import './query-mode.css';

export interface SummaryProps {
  /** The ids of the queries that are answered. */
  answered: readonly string[];
  step: DraftedStep;
}

export function Summary({ answered, step }: SummaryProps) {
  const titleId = useId();
  const wizard = useWizard();
  const loan = useWizardState(({ context }) => context.loan);
  useFocusPendingField();
  const queries = loan ? queriesOf(loan) : [];
  const open = queries.length - answered.length;
  const [isAllShown, setAllShown] = useState(false);
  // Applicant Details folds its sections instead.
  const hidesLocked = step === 'students' && !isAllShown;
  return (
    <section className="query-summary" aria-labelledby={titleId} data-hides-locked={hidesLocked || undefined}>
      <h2 id={titleId}>
        <QueryIcon />
        <span>
          <FormattedMessage
            id="app.query.title"
            values={{ count: queries.length, answered: answered.length, open }}
          />
        </span>
      </h2>
      <p>
        {open > 0 ? (
          <FormattedMessage id="app.query.help" />
        ) : (
          <FormattedMessage id="app.query.done" values={{ step }} />
        )}
      </p>
      <ol>
        {queries.map((query) => (
          <li key={query.id} data-answered={answered.includes(query.id) || undefined}>
            <a
              href={`#${query.field}`}
              onClick={(event) => {
                event.preventDefault();
                wizard.send({ type: 'field.requested', field: query.field });
              }}
            >
              <FieldTitle field={query.field} />
            </a>
            <QueryMessage query={query} />
            <p className="query-status">
              {answered.includes(query.id) ? (
                <>
                  <CheckIcon /> <FormattedMessage id="app.query.answered" />
                </>
              ) : (
                <FormattedMessage id="app.query.unanswered" />
              )}
            </p>
          </li>
        ))}
      </ol>
      {step === 'students' && (
        <Switch
          id={`${titleId}-all`}
          label={<FormattedMessage id="app.query.showAll" />}
          checked={isAllShown}
          onChecked={setAllShown}
        />
      )}
      {draftSteps
        .filter((other) => other !== step)
        .map((other) => (
          <OtherDraftConflict key={other} step={other} />
        ))}
    </section>
  );
}

/** The draft conflict of the other step or of the answers; each step shows its own. */
function OtherDraftConflict({ step }: { step: DraftStep }) {
  const wizard = useWizard();
  const draft = useDrafts()[step];
  const isOpen = useSelector(draft, ({ context }) => context.conflictingDraft !== null);
  const conflict = {
    keepLocalDraft: () => draft.send({ type: 'localDraft.chosen' }),
    acceptServerDraft: () => {
      draft.send({ type: 'serverDraft.chosen' });
      if (step === 'students') wizard.send({ type: 'students.replaced' });
    },
  };
  return <DraftConflict conflict={isOpen ? conflict : null} />;
}

/** The two declarations, and the buttons that wait for them (specification, sections 2 and 5). */
import { FormattedMessage } from 'react-intl';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DraftMark } from '../draft.tsx';
import { ChosenPlan } from './emi.tsx';
import '../step-bar.css';
import './applicant.css';

export interface DeclarationValues {
  genuine: boolean;
  terms: boolean;
}

const ids = { genuine: 'declare-genuine', terms: 'declare-terms' } satisfies Record<
  keyof DeclarationValues,
  string
>;
const names = ['genuine', 'terms'] as const;

interface DeclarationsProps {
  declared: DeclarationValues;
  /** Null where it was declared before. */
  onDeclare: ((declared: DeclarationValues) => void) | null;
}

export function Declarations({ declared, onDeclare }: DeclarationsProps) {
  const locked = !onDeclare && <FormattedMessage id="app.field.locked" />;
  return (
    <Card title={<FormattedMessage id="applicant.declarations" />}>
      <Checkbox
        id={ids.genuine}
        label={<FormattedMessage id="applicant.declare.genuine" />}
        locked={locked}
        checked={declared.genuine}
        onChecked={(genuine) => onDeclare?.({ ...declared, genuine })}
      />
      <Checkbox
        id={ids.terms}
        label={<FormattedMessage id="applicant.declare.terms" />}
        locked={locked}
        checked={declared.terms}
        onChecked={(terms) => onDeclare?.({ ...declared, terms })}
      />
    </Card>
  );
}

interface SubmitBarProps {
  /** Null where nothing can be submitted. */
  declared: DeclarationValues | null;
  busy: boolean;
  onPrevious: () => void;
  /** Asks the lender again about what was submitted and has not got there; null where there is nothing to ask. */
  onRetry: (() => void) | null;
}

/** Kept in sight, with the chosen plan. Submit says why it cannot be pressed yet, and leads to what is missing. */
export function SubmitBar({ declared, busy, onPrevious, onRetry }: SubmitBarProps) {
  const missing = declared && names.find((name) => !declared[name]);
  return (
    <Actions sticky>
      <div className="step-bar">
        <p className="step-bar-plan">
          <ChosenPlan />
        </p>
        {missing && (
          <p className="step-bar-hint text-muted" id="submit-hint">
            <FormattedMessage id="applicant.declare.hint" />
          </p>
        )}
        <DraftMark step="applicant" />
      </div>
      <Button onPress={onPrevious}>
        <FormattedMessage id="applicant.previous" />
      </Button>
      {onRetry && (
        <Button kind="primary" busy={busy} onPress={onRetry}>
          <FormattedMessage id="applicant.submit" />
        </Button>
      )}
      {declared && (
        <Button
          kind="primary"
          type="submit"
          busy={busy}
          unavailable={Boolean(missing)}
          describedBy={missing ? 'submit-hint' : undefined}
          onPress={() => missing && document.getElementById(ids[missing])?.focus()}
        >
          <FormattedMessage id="applicant.submit" />
        </Button>
      )}
    </Actions>
  );
}

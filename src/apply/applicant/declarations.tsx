/** The two declarations, and the buttons that wait for them (specification, sections 2 and 5). */
import { useState } from 'react';
import { type LegalDocument, legalDocuments, legalPath } from '../../../domain/pages/legal.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CardState, collapseCard, openCard } from '../../ui/collapsible-card.tsx';
import { useIsInQueryMode } from '../drafted-step/field-lock.tsx';
import { OpenQuestions } from '../query-mode/summary.tsx';
import { questionListId, useQuestions } from '../shared/questions.ts';
import { type Progress, StepBar, StepBarNote } from '../drafted-step/step-bar.tsx';
import { t } from '../../i18n/i18n.tsx';
import type { ApplicantFormApi } from './step.ts';
import { usePlan, usePlanSummary } from './emi.tsx';
import { SectionState } from './section-state.tsx';
import { type SubmissionConsentState, SubmissionConsentsCard } from './consents.tsx';
import './declarations.css';

export interface DeclarationValues {
  genuine: boolean;
  terms: boolean;
}

export const declarationIds = { genuine: 'declare-genuine', terms: 'declare-terms' } satisfies Record<
  keyof DeclarationValues,
  string
>;
const names = ['genuine', 'terms'] as const;

interface DeclarationsProps {
  declared: DeclarationValues;
  /** Called with the declarations; null if they were made before. */
  onDeclare: ((declared: DeclarationValues) => void) | null;
  /** True if the declarations were made about a plan that has changed since. */
  isPlanChanged: boolean;
}

/**
 * Returns the current declarations. In query mode, or before the lender's answer to a submission, those of the former
 * Submit hold as long as the plan is the submitted one. Those about a changed plan hold until it changes again
 * (decision 13a).
 */
export function useDeclarations(form: ApplicantFormApi): DeclarationsProps {
  const isQueryMode = useIsInQueryMode();
  const { isSubmitted, signedPlan } = usePlan(form);
  const [latest, setLatest] = useState({ signedPlan, values: undeclared });
  if (isSubmitted) return { declared: { genuine: true, terms: true }, onDeclare: null, isPlanChanged: false };
  const holds = !isQueryMode || latest.signedPlan === signedPlan;
  return {
    declared: holds ? latest.values : undeclared,
    onDeclare: (values) => setLatest({ signedPlan, values }),
    isPlanChanged: isQueryMode,
  };
}

const undeclared: DeclarationValues = { genuine: false, terms: false };

/** Shows the declarations, and below them the consents. */
export function Declarations({
  consents,
  ...declarations
}: DeclarationsProps & { consents: SubmissionConsentState }) {
  return (
    <>
      <DeclarationsCard {...declarations} />
      <SubmissionConsentsCard {...consents} />
    </>
  );
}

function DeclarationsCard({ declared, onDeclare, isPlanChanged }: DeclarationsProps) {
  const locked = !onDeclare && t('app.field.locked');
  return (
    <Card
      title={t('applicant.declarations')}
      actions={
        onDeclare && (
          <CardState>
            <SectionState left={names.filter((name) => !declared[name]).length} />
          </CardState>
        )
      }
    >
      {isPlanChanged && <p>{t('applicant.declare.again')}</p>}
      <Checkbox
        id={declarationIds.genuine}
        label={t('applicant.declare.genuine')}
        locked={locked}
        checked={declared.genuine}
        onChecked={(genuine) => onDeclare?.({ ...declared, genuine })}
      />
      <Checkbox
        id={declarationIds.terms}
        label={t('applicant.declare.terms')}
        locked={locked}
        checked={declared.terms}
        onChecked={(terms) => onDeclare?.({ ...declared, terms })}
        // The sentence is stored as it was agreed to, so its links are outside of it.
        footer={
          <div className="declaration-links link-row">
            {legalDocuments.map((document) => (
              <a key={document} href={legalPath(document)} target="_blank" rel="noopener noreferrer">
                {t(readMessages[document])}
              </a>
            ))}
          </div>
        }
      />
    </Card>
  );
}

const readMessages = {
  terms: 'applicant.declare.read.terms',
  privacy: 'applicant.declare.read.privacy',
} as const satisfies Record<LegalDocument, MessageId>;

interface SubmitBarProps {
  /** Null where nothing can be submitted. */
  declared: DeclarationValues | null;
  consents: Pick<SubmissionConsentState, 'missing' | 'hint'>;
  /** The id of the first card with answers of an earlier application that are still to be checked. */
  uncheckedCard: string | null;
  /** The number of complete sections; null if there are none to fill in. */
  progress: Progress | null;
  busy: boolean;
  onPrevious: () => void;
  /** Asks the lender again about a submission that has not reached it; null if there is none. */
  onRetry: (() => void) | null;
}

/** The bar at the foot, with the chosen plan; once the sections are complete, a link to what Submit waits for. */
export function SubmitBar(props: SubmitBarProps) {
  const { declared, consents, uncheckedCard, progress, busy, onPrevious, onRetry } = props;
  const [isHintShown, setHintShown] = useState(false);
  const isInQueryMode = useIsInQueryMode();
  const planSummary = usePlanSummary(progress);
  const questions = useQuestions();
  const next = questions?.next;
  const areQuestionsOpen = questions?.areOpen ?? false;
  const undeclaredName = declared && !areQuestionsOpen && names.find((name) => !declared[name]);
  const missing =
    uncheckedCard ??
    (undeclaredName ? declarationIds[undeclaredName] : areQuestionsOpen ? null : consents.missing);
  const hint = undeclaredName ? 'applicant.declare.hint' : consents.hint;
  const isIncomplete = declared !== null && missing !== null && !questions?.current;
  const isNamingQuestions = declared !== null && areQuestionsOpen && !questions?.current;
  // The declarations are the last of what the progress counts.
  const isLastMissing = progress !== null && progress.done >= progress.total - 1;
  const goToMissing = () => {
    setHintShown(isIncomplete);
    // The error summary lists the questions.
    if (isNamingQuestions) collapseCard(questionListId);
    if (uncheckedCard) openCard(uncheckedCard);
    else if (missing !== null) document.getElementById(missing)?.focus();
  };
  return (
    <StepBar
      step="applicant"
      progress={progress ?? undefined}
      summary={questions?.current ? null : planSummary}
      note={
        (isIncomplete || isNamingQuestions) && (
          <StepBarNote id="submit-hint" isSeen={isHintShown || isLastMissing || isNamingQuestions}>
            {isNamingQuestions && isInQueryMode ? (
              <OpenQuestions />
            ) : (
              t(uncheckedCard === null ? hint : 'consumer.carried.hint')
            )}
          </StepBarNote>
        )
      }
      onPrevious={onPrevious}
    >
      {onRetry && (
        <Button kind="primary" busy={busy} onPress={onRetry}>
          {t('applicant.submit')}
        </Button>
      )}
      {declared && (
        <Button
          kind="primary"
          type="submit"
          busy={busy}
          unavailable={isIncomplete && !next}
          describedBy={isIncomplete || isNamingQuestions ? 'submit-hint' : undefined}
          onPress={next ?? goToMissing}
        >
          {t(questions?.isLast ? 'app.query.review' : next ? 'student.next' : 'applicant.submit')}
        </Button>
      )}
    </StepBar>
  );
}

/** The form of Applicant Details, from its first input to Submit. */
import { Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import {
  applicantToWire,
  applicantValidationContext,
  type ApplicantValues,
} from '../../../domain/forms/applicant.ts';
import { currentLegalVersions, declarationVersion } from '../../../domain/pages/legal.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { FieldError, Loan } from '../../../domain/values/wire.ts';
import { stepOfField, steps } from '../../../domain/pages/steps.ts';
import { sections } from '../../../domain/forms/fields/sections.ts';
import { messageId } from '../../../locales/index.ts';
import { useDomainForm, DomainForm, formChecker } from '../../form/domain-form.tsx';
import { useFieldLock } from '../../form/lock.ts';
import { useLanguage } from '../../i18n/i18n.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SummaryLinks, type SummaryListProps } from '../../ui/error-summary.tsx';
import type { Draft } from '../drafted-step/draft.tsx';
import { useIsInQueryMode } from '../drafted-step/field-lock.tsx';
import { DraftConflict } from '../overlays/draft-conflict.tsx';
import { QueriedDocuments } from '../query-mode/documents.tsx';
import { submissionOf } from '../query-mode/selectors.ts';
import { queryModeStateOf } from '../query-mode/state.ts';
import { useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import { useQuestions } from '../shared/questions.ts';
import { StatusModal } from '../status/status-modal.tsx';
import { useCarriedSections } from './carried.ts';
import { type SubmissionConsentState, useSubmissionConsents } from './consents.tsx';
import { Declarations, SubmitBar, useDeclarations } from './declarations.tsx';
import { ChosenPlanNotice, PlanOverlay } from './emi.tsx';
import { ApplicantSections, cardId } from './sections.tsx';
import { useApplicantStep } from './step.ts';

export interface ApplicantFormProps {
  loan: Loan;
  draft: Draft<ApplicantValues>;
  /** The first values of the inputs; later values of this prop are ignored. */
  initial: ApplicantValues;
  /** False while nothing can be changed: there is then nothing to declare and nothing to submit. */
  isOpen: boolean;
}

export function ApplicantForm({ loan, draft, initial, isOpen }: ApplicantFormProps) {
  const wizard = useWizard();
  const options = useWizardState((now) => now.context.options);
  const busy = useWizardState((now) => now.hasTag('busy'));
  const [defaultValues] = useState(initial);
  const isInQueryMode = useIsInQueryMode();
  const mobile = loan.personal_details.mobile;
  const today = useServices().today();
  const { table, notice } = useApplicantStep();
  const checker = useMemo(
    () => formChecker(table, applicantValidationContext({ today, loan, options })),
    [table, today, loan, options],
  );
  const lockOf = useFieldLock();
  const questions = useQuestions();
  const { unchecked } = useCarriedSections();

  const consents = useSubmissionConsents(isOpen ? loan.loan_id : null);
  const submit = useApplicationSubmit({ isChecked: unchecked.length === 0, today, consents });
  const { form, formApi } = useDomainForm({ defaultValues, checker, onValid: submit, onChange: draft.store });
  const declarations = useDeclarations(form);
  // The summary of query mode leads to the other step as well.
  const isOnPage = (field: string) =>
    isInQueryMode || field in table.fields || field.startsWith('documents.');
  const showRefusedFields = (errors: readonly FieldError[]) => {
    const onThisPage = errors.filter(({ field }) => isOnPage(field));
    if (onThisPage.length > 0) formApi.showServerErrors(onThisPage);
  };
  return (
    <>
      <DomainForm formApi={formApi} prefix={({ field }) => lockOf(field).title} errorList={GroupedErrors}>
        {isInQueryMode && (
          <Suspense>
            <QueriedDocuments />
          </Suspense>
        )}
        {notice}
        <ChosenPlanNotice />
        <ApplicantSections
          today={today}
          mobile={mobile}
          checker={checker}
          isDeclared={declarations.declared.genuine && declarations.declared.terms}
        >
          {(progress) => (
            <>
              {isOpen && !questions?.current && <Declarations {...declarations} consents={consents} />}
              <SubmitBar
                declared={isOpen ? declarations.declared : null}
                consents={consents}
                uncheckedCard={unchecked[0] === undefined ? null : cardId(unchecked[0])}
                progress={progress}
                busy={busy}
                onPrevious={questions?.previous ?? (() => wizard.send({ type: 'previous.requested' }))}
                onRetry={
                  !isOpen && loan.status === 'submitted'
                    ? () => wizard.send({ type: 'submission.retried' })
                    : null
                }
              />
            </>
          )}
        </ApplicantSections>
      </DomainForm>
      <PlanOverlay form={form} />
      <StatusModal isOnPage={isOnPage} onRefused={showRefusedFields} />
      <DraftConflict step="applicant" />
    </>
  );
}

/**
 * Sends the application, or in query mode its answers.
 * @returns takes the form's values and gives what keeps them from being sent
 */
function useApplicationSubmit({
  isChecked,
  today,
  consents,
}: {
  /** Says whether the customer has checked what was taken from an earlier application. */
  isChecked: boolean;
  today: IsoDate;
  consents: SubmissionConsentState;
}) {
  const wizard = useWizard();
  const lockOf = useFieldLock();
  const isInQueryMode = useIsInQueryMode();
  const { form: asked, issuesOf, isProofUploaded } = useApplicantStep();
  const { language } = useLanguage();
  return (values: ApplicantValues) => {
    if (!isChecked) return [];
    const fields = Object.entries(applicantToWire(asked, values));
    const open = fields.filter(([name]) => lockOf(name).access !== 'locked');
    const application = {
      ...Object.fromEntries(open),
      customerConsent: true as const,
      // Declarations that hold from a former Submit are on the screen as well.
      terms_version: currentLegalVersions.terms,
      privacy_version: currentLegalVersions.privacy,
      declaration_version: declarationVersion,
      declaration_language: language,
      ...consents.bodyIn(language),
    };
    const submission = isInQueryMode
      ? submissionOf(queryModeStateOf(wizard.getSnapshot().context, today), application)
      : {
          event: { type: 'application.submitted', application, unanswered: [] } as const,
          issues: issuesOf?.(values, isProofUploaded) ?? [],
        };
    const { event, issues } = submission;
    // The wizard shows unanswered queries in query mode, and sends nothing.
    if (event && (isInQueryMode || issues.length === 0) && consents.missing === null) wizard.send(event);
    return issues;
  };
}

const maxUngrouped = 6;

/**
 * The links of the error summary by sections, where they are many: the sections with their numbers of errors; the first
 * is open. A link opens the section that it leads into.
 */
function GroupedErrors({ items }: SummaryListProps) {
  const intl = useIntl();
  const { fields } = useApplicantStep().table;
  /** Names the place of a field: in query mode the other step and documents are asked about as well. */
  const titleOf = (field: string) => {
    const section = fields[field]?.section;
    if (section) return sections[section].title;
    const step = stepOfField(field);
    return step === 'applicant' ? sections.documents.title : steps[step].title;
  };
  const titles = [...new Set(items.map(({ id }) => titleOf(id)))];
  if (items.length <= maxUngrouped || titles.length === 1) return <SummaryLinks items={items} />;
  return titles.map((title, index) => {
    const members = items.filter(({ id }) => titleOf(id) === title);
    return (
      <Disclosure
        key={title}
        title={`${intl.formatMessage({ id: messageId(title) })} (${members.length})`}
        startsOpen={index === 0}
      >
        <SummaryLinks items={members} />
      </Disclosure>
    );
  });
}

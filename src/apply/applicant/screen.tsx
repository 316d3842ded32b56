/** Applicant Details (specification, section 2): the form, or the sent application to be read. */
import { Suspense, useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  type ApplicantValues,
  applicantForm,
  applicantFromWire,
  applicantToWire,
  emptyApplicant,
} from '../../../domain/applicant.ts';
import { checkAll } from '../../../domain/check.ts';
import { filledFrom } from '../../../domain/schemas.ts';
import type { Loan } from '../../../domain/wire.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDraft } from '../draft.tsx';
import { Locked } from '../locked.tsx';
import type { StepInputs } from '../queried/inputs.ts';
import { useLock, useWizardState } from '../wizard.tsx';
import { validationContextOf } from './validation-context.ts';
import { ApplicantForm } from './form.tsx';
import { SubmittedBanner } from './overlays.ts';

export default function ApplicantScreen() {
  const loan = useWizardState((now) => now.context.loan);
  return loan && <Applicant loan={loan} />;
}

function Applicant({ loan }: { loan: Loan }) {
  const saved = useMemo(() => applicantFromWire(loan), [loan]);
  const draft = useDraft({ step: 'applicant', saved, fromDraft });
  const planNotice = useWizardState((now) => now.context.planNotice);
  const isOpen = useLock().mode !== 'locked';
  if (draft.reading) return <Skeleton label={<FormattedMessage id="app.options.loading" />} fields={8} />;
  const initial =
    planNotice === 'cleared' ? { ...draft.initial, loan_details: saved.loan_details } : draft.initial;
  return (
    <div className="stack">
      {!isOpen && loan.status !== 'with_lender' && (
        <Suspense>
          <SubmittedBanner />
        </Suspense>
      )}
      <Locked step="applicant">
        <ApplicantForm key={draft.resetKey} loan={loan} draft={draft} initial={initial} isOpen={isOpen} />
      </Locked>
    </div>
  );
}

/** What was kept as a draft, filled into today's fields. */
const fromDraft = (body: unknown): ApplicantValues | null => filledFrom(emptyApplicant, body);

/** The inputs as query mode asks about them. */
export const inputs: StepInputs<ApplicantValues> = {
  saved: applicantFromWire,
  fromDraft,
  wire: applicantToWire,
  check: (typed, around, only) => checkAll(applicantForm, typed, validationContextOf(around), only),
};

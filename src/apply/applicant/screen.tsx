/** Applicant Details (specification, section 2): the form, or the status of the application that was sent. */
import { useMemo, useState } from 'react';
import {
  applicantFromDraft,
  applicantFromWire,
  formOfStep,
  applicantFormOf,
} from '../../../domain/forms/applicant.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import { isStatusScreen } from '../../../machines/wizard.ts';
import { addressProofField, needsAddressProof } from '../../../domain/loan/documents.ts';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { useDraft } from '../drafted-step/draft.tsx';
import { FieldLockProvider } from '../drafted-step/field-lock.tsx';
import { LoadingScreen } from '../page/status-pages.tsx';
import { StatusScreen } from '../status/status-screen.tsx';
import { useLock, useWizardState, useWizard } from '../shared/wizard.tsx';
import { CarriedNotice } from '../shared/carried-notice.tsx';
import { ApplicantForm } from './form.tsx';
import { type ApplicantStep, ApplicantStepContext, embeddedStep } from './step.ts';
import { AddressProof } from './address-proof.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SupportPhone } from '../status/verdict-summary.tsx';

export default function ApplicantScreen() {
  const loan = useWizardState((now) => now.context.loan);
  const isOnStatus = useWizardState(isStatusScreen);
  if (!loan) return null;
  return isOnStatus ? <StatusScreen loan={loan} /> : <Applicant loan={loan} />;
}

function Applicant({ loan }: { loan: Loan }) {
  const isConsumer = loan.presentation === 'consumer';
  // The consumer form has a document among its fields.
  useMessages(...(isConsumer ? (['document'] as const) : []));
  const step = useMemo(() => (isConsumer ? consumerStepOf(loan) : embeddedStep), [isConsumer, loan]);
  const { form } = step;
  const [isProofUploaded, onProofKnown] = useState<boolean | null>(null);
  const context = useMemo(() => ({ ...step, isProofUploaded, onProofKnown }), [step, isProofUploaded]);
  const saved = useMemo(() => applicantFromWire(form, loan), [form, loan]);
  const fromDraft = (body: unknown) => applicantFromDraft(form, body);
  const draft = useDraft({ step: 'applicant', loan, saved, fromDraft });
  const planNotice = useWizardState((now) => now.context.planNotice);
  const { mode } = useLock();
  const isOpen = mode !== 'locked';
  if (draft.reading) return <LoadingScreen />;
  const initial =
    planNotice === 'cleared' ? { ...draft.initial, loan_details: saved.loan_details } : draft.initial;
  return (
    <div className="stack">
      {!isOpen && loan.status !== 'with_lender' && <SubmittedBanner />}
      {mode === 'open' && loan.status === 'submitted' && <ReopenedBanner loan={loan} />}
      <FieldLockProvider step="applicant">
        <ApplicantStepContext value={context}>
          <ApplicantForm key={draft.resetKey} loan={loan} draft={draft} initial={initial} isOpen={isOpen} />
        </ApplicantStepContext>
      </FieldLockProvider>
    </div>
  );
}

/** Returns Applicant Details of the consumer app (decision 81). @param loan a loan of the consumer app */
function consumerStepOf(loan: Loan): ApplicantStep {
  const form = applicantFormOf(loan);
  return {
    ...{ form, table: formOfStep(form, 'applicant') },
    notice: <CarriedNotice step="applicant">{t('consumer.carried.help')}</CarriedNotice>,
    after: {
      'personal_details.same_as_aadhaar': <AddressProof loan={loan} />,
    },
    documents: { [addressProofField]: 'personal_details.same_as_aadhaar' },
    // The server decides as long as it is not known.
    issuesOf: ({ personal_details }, isProofUploaded) => {
      const same_as_aadhaar = personal_details.same_as_aadhaar ? 1 : 0;
      const isNeeded = needsAddressProof({ ...loan, personal_details: { same_as_aadhaar } });
      return isNeeded && isProofUploaded === false
        ? [{ field: addressProofField, code: 'consumer.error.addressProof.required' }]
        : [];
    },
  };
}

/** Shown above saved answers that have not reached the lender: Submit is at the bottom, as always. */
function SubmittedBanner() {
  return <Banner kind="notice" title={t('applicant.sent.answers')} />;
}

/** Shown above a form that can be submitted again, with the reason and the next step. */
function ReopenedBanner({ loan }: { loan: Loan }) {
  const wizard = useWizard();
  if (!loan.lender_refused) {
    const isWithdrawn = loan.consents_withdrawn === true;
    return (
      <Banner kind="notice" title={t(isWithdrawn ? 'applicant.withdrawn' : 'applicant.unsent')}>
        <p>{t(isWithdrawn ? 'applicant.withdrawn.help' : 'applicant.unsent.help')}</p>
      </Banner>
    );
  }
  return (
    <Banner kind="notice" title={t('applicant.refused')}>
      <p>{t('applicant.refused.help')}</p>
      <SupportPhone />
      <Button onPress={() => wizard.send({ type: 'explore.requested' })}>{t('app.reentry.startNew')}</Button>
    </Banner>
  );
}

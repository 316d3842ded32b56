/** Applicant Details of the consumer app (decision 81). */
import { formOfStep } from '../../../domain/forms/applicant.ts';
import { applicantFormOf } from '../../../domain/forms/applicant-form.ts';
import { addressProofField, needsAddressProof } from '../../../domain/loan/documents.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import type { ApplicantStep } from './step.ts';
import { AddressProof } from './address-proof.tsx';
import { CarriedNotice } from '../shared/carried-notice.tsx';
import { t } from '../../i18n/text.tsx';

/** @param loan one whose presentation is that of the consumer app */
export function consumerStepOf(loan: Loan): ApplicantStep {
  const form = applicantFormOf(loan);
  return {
    ...{ form, table: formOfStep(form, 'applicant') },
    notice: <CarriedNotice step="applicant">{t('consumer.carried.help')}</CarriedNotice>,
    after: {
      'personal_details.same_as_aadhaar': <AddressProof loan={loan} />,
    },
    documents: { [addressProofField]: 'personal_details.same_as_aadhaar' },
    // While it is not known, the server decides.
    issuesOf: ({ personal_details }, isProofUploaded) => {
      const same_as_aadhaar = personal_details.same_as_aadhaar ? 1 : 0;
      const isNeeded = needsAddressProof({ ...loan, personal_details: { same_as_aadhaar } });
      return isNeeded && isProofUploaded === false
        ? [{ field: addressProofField, code: 'consumer.error.addressProof.required' }]
        : [];
    },
  };
}

/** The form that the sections of the page are parts of. */
import type { ApplicantValues } from '../../../domain/applicant.ts';
import type { useFullForm } from '../../form/full-form.ts';

export type ApplicantInputs = ReturnType<typeof useFullForm<ApplicantValues>>['form'];

/** The dotted name under which an address lies. */
export type AddressName =
  | 'personal_details.address.residence'
  | 'personal_details.address.permanent'
  | 'employment_details.office_address';

/** For values that another field fills: errors that are shown follow by themselves. */
export const quietly = { dontValidate: true } as const;

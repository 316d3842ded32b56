/** The form of Applicant Details, for the parts of it that read or set its values. */
import type { ApplicantValues } from '../../../domain/forms/applicant.ts';
import type { useDomainForm } from '../../form/domain-form.tsx';
import { useDomainFormApi } from '../../form/form-context.ts';

export type ApplicantFormApi = ReturnType<typeof useDomainForm<ApplicantValues>>['form'];

/** The form around a section. */
export const useApplicantForm = () => useDomainFormApi().form as unknown as ApplicantFormApi;

/** For values that another field fills: errors that are shown follow by themselves. */
export const withoutValidation = { dontValidate: true } as const;

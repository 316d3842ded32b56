/** The form of Applicant Details, what it asks of the loan that is open, and what its presentation adds. */
import { createContext, type ReactNode, useContext } from 'react';
import {
  type ApplicantTable,
  applicantForm,
  type ApplicantValues,
  formOfStep,
} from '../../../domain/forms/applicant.ts';
import type { Issue } from '../../../domain/values/check.ts';
import type { useDomainForm } from '../../form/domain-form.tsx';
import { useDomainFormApi } from '../../form/form-context.ts';

export interface ApplicantStep {
  /** The application's fields, and those of them that are asked here. */
  form: ApplicantTable;
  table: ApplicantTable;
  /** Shown above the sections. */
  notice?: ReactNode;
  /** The content after a field, by the field's name. */
  after?: Readonly<Partial<Record<string, ReactNode>>>;
  /** Returns the issues that the table's rules do not cover; `isProofUploaded` is null until it is known. */
  issuesOf?: (values: ApplicantValues, isProofUploaded: boolean | null) => readonly Issue[];
  /** The field that precedes each document among the fields. */
  documents?: Readonly<Record<string, string>>;
}

/** Tells whether there is a proof of the current address, as the row of that document reports it. */
export interface ProofState {
  isProofUploaded: boolean | null;
  onProofKnown: (isUploaded: boolean) => void;
}

/** The step of a loan of the embedded flow. */
export const embeddedStep: ApplicantStep = {
  form: applicantForm,
  table: formOfStep(applicantForm, 'applicant'),
};

export const ApplicantStepContext = createContext<ApplicantStep & ProofState>({
  ...embeddedStep,
  isProofUploaded: null,
  onProofKnown: () => {},
});

export const useApplicantStep = () => useContext(ApplicantStepContext);

export type ApplicantFormApi = ReturnType<typeof useDomainForm<ApplicantValues>>['form'];

/** Returns the form around a section. */
export const useApplicantForm = () => useDomainFormApi().form as unknown as ApplicantFormApi;

/** Sets values that another field fills; errors that are shown follow by themselves. */
export const withoutValidation = { dontValidate: true } as const;

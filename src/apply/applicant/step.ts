/** What Applicant Details asks of the loan that is open, and what its presentation adds to the form. */
import { createContext, type ReactNode, useContext } from 'react';
import { type ApplicantTable, applicantForm, type ApplicantValues } from '../../../domain/applicant.ts';
import type { Issue } from '../../../domain/check.ts';

export interface ApplicantStep {
  table: ApplicantTable;
  /** Above the sections. */
  notice?: ReactNode;
  /** Content after a field, by its name. */
  after?: Readonly<Partial<Record<string, ReactNode>>>;
  /** What Submit waits for besides the table's rules. */
  issuesOf?: (values: ApplicantValues) => readonly Issue[];
}

/** Of a loan of the embedded flow. */
export const embeddedStep: ApplicantStep = { table: applicantForm };

export const ApplicantStepContext = createContext(embeddedStep);

export const useApplicantStep = (): ApplicantStep => useContext(ApplicantStepContext);

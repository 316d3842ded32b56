/** What a loan's status means for who may change it (decisions 25 and 29). */
import type { LoanStatus } from './wire.ts';

const editable: readonly LoanStatus[] = ['draft', 'submitted'];

/** True while the applicant may change the application freely. */
export const isEditable = (status: LoanStatus): boolean => editable.includes(status);

/** True once the lender has answered. */
export const hasVerdict = (status: LoanStatus): boolean => !isEditable(status) && status !== 'with_lender';

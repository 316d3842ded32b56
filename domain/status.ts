/** What a loan's status means for who may change it (decisions 25 and 29). */
import type { LoanStatus } from './wire.ts';

const editable: readonly LoanStatus[] = ['draft', 'submitted'];

/** True while the applicant may change the application freely. */
export const isEditable = (status: LoanStatus): boolean => editable.includes(status);

const open: readonly LoanStatus[] = ['pending', 'in_progress', 'under_review'];

/** True while the lender's verdict may still change, so that asking again makes sense (decision 52). */
export const verdictCanChange = (status: LoanStatus): boolean => open.includes(status);

/** True once the lender has answered. */
export const hasVerdict = (status: LoanStatus): boolean => !isEditable(status) && status !== 'with_lender';

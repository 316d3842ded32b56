/** Predicates of a loan's status; its lock decides who may change it (decisions 23 and 29). */
import { verdictOf } from '../lending/lender.ts';
import type { LenderAnswer } from '../lending/lender-verdicts.ts';
import type { Loan, LoanStatus } from '../values/wire.ts';

const editable: readonly LoanStatus[] = ['draft', 'submitted'];

/** Returns whether the applicant may change the application freely. */
export const isEditable = (status: LoanStatus): boolean => editable.includes(status);

const open: readonly LoanStatus[] = ['pending', 'in_progress', 'under_review'];

/** Returns whether the lender's verdict may still change, so that asking again makes sense (decision 27). */
export const verdictCanChange = (status: LoanStatus): boolean => open.includes(status);

/** Returns whether one of several lenders may still change its verdict. */
export const hasOpenVerdict = (answers: readonly LenderAnswer[]): boolean =>
  answers.some(({ result }) => result !== null && verdictCanChange(verdictOf(result)));

/** Returns whether the lender has answered. */
export const hasVerdict = (status: LoanStatus): boolean => !isEditable(status) && status !== 'with_lender';

/** The members of a loan that decide whether it accepts documents. */
export type DocumentLoan = Pick<Loan, 'status'> & {
  loan_details: Pick<Loan['loan_details'], 'disbursed_amount'>;
};

/** Says whether a loan takes documents: until it is rejected or paid out (decision 113). */
export const takesDocuments = ({ status, loan_details }: DocumentLoan): boolean =>
  status !== 'rejected' && loan_details.disbursed_amount === null;

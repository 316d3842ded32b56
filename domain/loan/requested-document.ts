/** The document that a pending verdict asks for (specification, section 4), without the document master's other rows. */
import type { DocumentType, Loan, RequestedDocument } from '../values/wire.ts';

type EmploymentType = RequestedDocument['employment_types'][number];

const bankStatements = {
  Salaried: 'bank_statement_3_months',
  'Self Employed': 'business_bank_statement_6_months',
} as const satisfies Record<EmploymentType, DocumentType>;

/** Returns the bank statement of the applicant's employment, which counts as salaried while it is unknown. */
export const bankStatementFor = ({
  employment_details: { employment_type },
}: {
  employment_details: Pick<Loan['employment_details'], 'employment_type'>;
}): DocumentType => bankStatements[employment_type ?? 'Salaried'];

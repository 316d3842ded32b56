/** The clauses of the loan agreement in their order. The key facts statement refers to them by number. */
export const agreementClauses = [
  'loan',
  'keyFacts',
  'repayment',
  'late',
  'coolingOff',
  'recovery',
  'transfer',
  'data',
  'grievance',
  'law',
] as const;

export type AgreementClause = (typeof agreementClauses)[number];

export const clauseNumber = (clause: AgreementClause): number => agreementClauses.indexOf(clause) + 1;

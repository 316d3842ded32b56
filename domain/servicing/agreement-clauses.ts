/** The clauses of the loan agreement in their order. The key facts statement refers to them by number. */
export const agreementClauseIds = [
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

export type AgreementClauseId = (typeof agreementClauseIds)[number];

export const clauseNumber = (clause: AgreementClauseId): number => agreementClauseIds.indexOf(clause) + 1;

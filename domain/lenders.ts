/** The lenders as the domain knows them; which there are is the table of server/adapters/lenders.ts. */

/** The lender that the embedded flow pushes to (specification, section 7; decision 57). */
export const embeddedLenderId = 15;

/** What a lender lends at. Percents are decimal text, amounts whole rupees. */
export type LenderTerms = {
  /** Percent a year. */
  annualInterest: string;
  /** `percent` of the amount lent, and at least `minimum` rupees. */
  processingFee: { percent: string; minimum: number };
  /** Months of instalments, both included. */
  tenure: { shortest: number; longest: number };
  /** For how many days an approval is valid. */
  validityDays: number;
};

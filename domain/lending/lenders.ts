/** The lenders as the domain knows them; which there are is the table of server/adapters/lenders.ts. */

/** The lender that the embedded flow pushes to (specification, section 7; decision 57). */
export const embeddedLenderId = 15;

/**
 * The table of lenders, by the id that partners and addresses name them by. A new lender is a row here and its terms
 * in the sandbox's table (server/sandbox/lender-terms.ts); its address and key are `LENDER_{id}_URL` and `LENDER_{id}_KEY`.
 */
/** `isEmbedded`: applicants of the embedded flow may push to it (decision 57), so it must be configured. */
const table = {
  11: { isEmbedded: false },
  12: { isEmbedded: false },
  15: { isEmbedded: true },
} as const;

export type LenderId = keyof typeof table;

/** The ids of the lenders in ascending order. */
export const lenderIds = Object.keys(table).map(Number) as LenderId[];

export const isLenderId = (id: number): id is LenderId => Object.hasOwn(table, id);

export const isEmbedded = (id: LenderId): boolean => table[id].isEmbedded;

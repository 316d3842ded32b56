/**
 * The table of lenders, by the id that partners and addresses name them by. A new lender is a row here and its terms
 * in the sandbox's table (server/sandbox/lender-terms.ts); its address and key are `LENDER_{id}_URL` and `LENDER_{id}_KEY`.
 */
import type { Lender, LenderConnection } from './lender.ts';
import { httpLender } from './lender-http.ts';

/** What an applicant applies in. */
type Flow = 'embedded';

type LenderRow = {
  /** Makes the adapter of the real lender: `httpLender`, or one of its own beside lender-http.ts. */
  connect: (connection: LenderConnection) => Lender;
  /** The flows whose applicants may push to it (decision 57); such a lender must be configured. */
  flows: readonly Flow[];
};

const table = {
  11: { connect: httpLender, flows: [] },
  12: { connect: httpLender, flows: [] },
  15: { connect: httpLender, flows: ['embedded'] },
} as const satisfies Record<number, LenderRow>;

export type LenderId = keyof typeof table;

export const lenders: Readonly<Record<LenderId, LenderRow>> = table;

/** In ascending order. */
export const lenderIds = Object.keys(table).map(Number) as LenderId[];

export const isLenderId = (id: number): id is LenderId => Object.hasOwn(table, id);

/** Whether the lender is one that the flow's applicants may push to. */
export const isOpenTo = (flow: Flow, id: LenderId): boolean => lenders[id].flows.includes(flow);

/** A moment of a run: the rows of the database, and what companies and people outside remember. */
import type { StoredRows } from './database.ts';
import type { Check } from './outside/kyc.ts';
import type { Booked } from './outside/lender.ts';
import type { Mandate } from './outside/mandates.ts';
import type { Delivered } from './outside/messages.ts';
import type { Stored } from './outside/objects.ts';
import type { Order } from './outside/payments.ts';
import type { CustomerMemory } from './people/customer.ts';

/** The state outside of the servers: plain data, so that another run can continue from a copy. */
export type Memory = {
  books: Record<number, Map<string, Booked>>;
  checks: Map<string, Check>;
  mandates: Map<string, Mandate>;
  orders: Map<string, Order>;
  delivered: Delivered[];
  objects: Map<string, Stored>;
  people: CustomerMemory[];
};

export type State = {
  /** The act that had just happened, such as `lender disburses`. */
  act: string;
  now: number;
  rows: StoredRows;
  memory: Memory;
};

const lenderIds = [11, 12, 15];

export const emptyMemory = (): Memory => ({
  books: Object.fromEntries(lenderIds.map((id) => [id, new Map<string, Booked>()])),
  ...{ checks: new Map(), mandates: new Map(), orders: new Map(), delivered: [], objects: new Map() },
  people: [],
});

/** The store needs this of the program that it is part of. */
import type { HttpBindings } from '@hono/node-server';

/** Asked for the time, wherever it counts. */
export type Clock = { now: () => Date };

/** Gets a line for each answer, and one for each failure that is the store's own. */
export type StoreLog = {
  info: (event: string, fields: { op: string; status: number; ms: number; requestId: string }) => void;
  error: (
    event: string,
    fields: { op: string; requestId: string; kind: string; code: string | undefined; stack: string[] },
  ) => void;
};

/** A call has Node's own request, except in tests that have no socket. */
export type StoreEnv = { Bindings: Partial<HttpBindings> };

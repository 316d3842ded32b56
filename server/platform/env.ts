import type { HttpBindings } from '@hono/node-server';
import type { RequestIdVariables } from 'hono/request-id';

/** The environment of a call in Hono: Node's request, except in tests that have no socket. */
export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: RequestIdVariables };

import type { HttpBindings } from '@hono/node-server';
import type { RequestIdVariables } from 'hono/request-id';

/** What a call brings into Hono: Node's own request, except in tests that have no socket. */
export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: RequestIdVariables };

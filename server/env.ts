import type { HttpBindings } from '@hono/node-server';

/** What a call brings into Hono: Node's own request, except in tests that have no socket. */
export type ServerEnv = { Bindings: Partial<HttpBindings> };

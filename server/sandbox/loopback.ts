/** Lets callers of this machine in, and nobody else (decision 28). */
import type { MiddlewareHandler } from 'hono';
import type { HonoEnv } from '../platform/env.ts';
import { isFromThisMachine } from '../http/loopback.ts';

export const loopbackOnly: MiddlewareHandler<HonoEnv> = async (call, next) =>
  isFromThisMachine(call) ? next() : call.text('There is nothing at this address', 404);

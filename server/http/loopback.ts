/** Says whether a call comes from a program of this machine, past any proxy, and lets no other in. */
import type { Context, MiddlewareHandler } from 'hono';
import type { HonoEnv } from '../platform/env.ts';

const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** A page of another site whose name resolves to this machine is refused by its Host. */
const hosts = ['localhost', '127.0.0.1', '[::1]'];

/** The headers that proxies add. Other proxies speak HTTP/1.0, as nginx does by default. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

export function isFromThisMachine(call: Context<HonoEnv>): boolean {
  const incoming = call.env?.incoming;
  const isPassedOn =
    incoming?.httpVersion === '1.0' || proxyHeaders.some((name) => call.req.header(name) !== undefined);
  return (
    !isPassedOn &&
    addresses.includes(incoming?.socket.remoteAddress ?? '') &&
    hosts.includes(new URL(call.req.url).hostname)
  );
}

/** Refuses callers from other machines (decision 28). */
export const loopbackOnly: MiddlewareHandler<HonoEnv> = async (call, next) =>
  isFromThisMachine(call) ? next() : call.text('There is nothing at this address', 404);

/** Lets callers of this machine in, and nobody else (decision 28b). */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

export const loopbackOnly: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (call, next) => {
  const from = call.env.incoming?.socket.remoteAddress ?? '';
  // A proxy on this machine passes others on.
  const isPassedOn = passedOn.some((name) => call.req.header(name) !== undefined);
  if (isPassedOn || !loopback.includes(from)) return call.text('There is nothing at this address', 404);
  return next();
};

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const passedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

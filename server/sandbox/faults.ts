/**
 * Fault switches of the sandbox (decision 28): each makes the next calls of one operation fail the way that
 * networks and servers fail, so that a person or a test can see what the app does about it.
 */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { sleep } from '../platform/timers.ts';
import { isDefiniteRefusal } from '../../domain/lending/lender-refusal.ts';
import type { ProviderSwitches } from '../adapters/index.ts';
import type { ProviderCall, ProviderReply } from '../adapters/provider.ts';
import type { OperationId } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { S3OperationName } from '../../packages/object-store/index.ts';
import { Problem } from '../http/problem.ts';
import { loopbackOnly } from '../http/loopback.ts';

const switchSchema = z.strictObject({
  operation: z.string(),
  /**
   * - `refused`: answered with `status` and `message`; the handler does not run.
   * - `timedOut`: a gateway's 504; the handler does not run.
   * - `cut`: the connection ends before the handler runs.
   * - `lost`: the handler runs, its answer never arrives.
   * - `slow`: the handler runs after `ms` milliseconds.
   * - `held`: the call waits until the switches are disarmed, and meets those that are armed by then.
   */
  fault: z.enum(['refused', 'timedOut', 'cut', 'lost', 'slow', 'held']),
  times: z._default(z.int().check(z.gte(1), z.lte(1000)), 1),
  status: z._default(z.int().check(z.gte(400), z.lte(599)), 400),
  message: z._default(z.string().check(z.maxLength(200)), 'Refused by a fault switch'),
  ms: z._default(z.int().check(z.gte(0), z.lte(120_000)), 1000),
});

/** An operation of the contract or of the object store, or a call of a provider. */
export type SwitchableOperation = OperationId | S3OperationName | ProviderCall;

export type FaultSwitch = z.infer<typeof switchSchema>;
type Call = Context<HonoEnv>;

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  const armed: FaultSwitch[] = [];
  const waitingCalls: (() => void)[] = [];
  const take = (operation: SwitchableOperation): FaultSwitch | undefined => {
    const next = armed.find((one) => one.operation === operation);
    if (next) next.times -= 1;
    if (next?.times === 0) armed.splice(armed.indexOf(next), 1);
    return next;
  };
  /** Runs a call under the switch that is armed for its operation, if one is. */
  const under = async <Reply>(
    operation: SwitchableOperation,
    run: () => Promise<Reply>,
    effect: (next: FaultSwitch & { fault: keyof typeof effects }) => Promise<Reply>,
  ): Promise<Reply> => {
    const next = take(operation);
    if (!next) return run();
    const { fault } = next;
    if (fault !== 'held') return effect({ ...next, fault });
    await new Promise<void>((resume) => waitingCalls.push(resume));
    return under(operation, run, effect);
  };
  const aroundProvider: ProviderSwitches['aroundProvider'] = (operation, run) =>
    under(operation, run, (next) => providerEffect(next, run));
  const faults = {
    /** Arms a switch; what is left out has its default. */
    arm: (fault: z.input<typeof switchSchema> & { operation: SwitchableOperation }) =>
      void armed.push(switchSchema.parse(fault)),
    /** Disarms every switch and resumes the calls that wait. */
    disarmAll: () => {
      armed.splice(0);
      for (const resume of waitingCalls.splice(0)) resume();
    },
    around: (operation: SwitchableOperation, call: Call, run: () => Promise<Response>): Promise<Response> =>
      under(operation, run, (next) => effects[next.fault](next, call, run)),
    aroundProvider,
    /** `POST`, `GET` and `DELETE /sandbox/faults`, for callers on this machine. */
    pages: new Hono<HonoEnv>(),
  };
  faults.pages.use(loopbackOnly);
  faults.pages.get('/', (call) => call.json(armed));
  faults.pages.delete('/', (call) => {
    faults.disarmAll();
    return call.json([]);
  });
  faults.pages.post('/', async (call) => {
    // A page of another site may send a text unasked, and no JSON.
    if (!call.req.header('content-type')?.startsWith('application/json')) return call.json([], 415);
    const read = switchSchema.safeParse(await call.req.json().catch(() => null));
    if (!read.success) return call.json(read.error.issues, 400);
    armed.push(read.data);
    return call.json(armed);
  });
  return faults;
}

type Effect = (fault: FaultSwitch, call: Call, run: () => Promise<Response>) => Promise<Response>;

const effects: Record<Exclude<FaultSwitch['fault'], 'held'>, Effect> = {
  refused: async ({ status, message }, call) => problem(call, new Problem(status, message)),
  timedOut: async (_, call) =>
    problem(call, new Problem(504, 'The gateway gave up', undefined, { statusCode: 504 })),
  cut: async (_, call) => cut(call),
  lost: async (_, call, run) => {
    await run();
    return cut(call);
  },
  slow: async ({ ms }, _, run) => {
    await sleep(ms);
    return run();
  },
};

/** The same on the line to a provider, as an adapter answers it. */
async function providerEffect<Reading>(
  { fault, status, ms }: FaultSwitch,
  run: () => Promise<ProviderReply<Reading>>,
): Promise<ProviderReply<Reading>> {
  if (fault === 'refused' && isDefiniteRefusal(status)) return { kind: 'failed', isFinal: true };
  if (fault === 'slow') {
    await sleep(ms);
    return run();
  }
  if (fault === 'lost') await run();
  return { kind: 'noResponse' };
}

const problem = (call: Call, refusal: Problem) =>
  call.json(refusal.toJSON(), refusal.status as 400, { 'cache-control': 'no-store' });

function cut(call: Call): Response {
  call.env.incoming?.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

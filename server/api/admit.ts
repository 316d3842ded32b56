/** Everything between the wire and the handler, in the order in which a caller hears of it. */
import type { Context } from 'hono';
import { type BodyOptions, readBody } from '../http/body.ts';
import type { Operation } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { BaseContext } from './handler.ts';
import type { Policy, LimitSubject } from '../contract/policy.ts';
import { Problem, tooManyCalls } from '../http/problem.ts';
import type { Check } from '../contract/validate.ts';
import { authenticate, loanOfCaller, isFailedAuthentication, type Principal } from './authenticate.ts';
import { verifyWebhookSignature } from './webhook-signature.ts';
import { type CheckedParameter, type Parameters, readParameters } from './parameters.ts';

type Call = Context<HonoEnv>;

/** An operation with the checks of what it takes. */
export type Admitting = {
  operation: Operation;
  parameters: CheckedParameter[];
  checkBody: Check | undefined;
};

/**
 * Counts the call, knows its caller and reads the request.
 * @param principal is filled with who is known, also where the call is refused afterwards
 * @throws Problem
 */
export async function admit(
  call: Call,
  { operation, parameters, checkBody }: Admitting,
  base: BaseContext,
  principal: Principal,
): Promise<Parameters & { body: unknown }> {
  const counter = new CallCounter(operation.policy, base, principal);
  counter.count();
  try {
    Object.assign(principal, await authenticate[operation.caller](call, base, operation));
    counter.count();
    const read = readParameters(call, parameters);
    const byPath = operation.caller === 'loan' && typeof read.path.id === 'string';
    if (byPath) Object.assign(principal, await loanOfCaller(call, base, principal, read.path.id));
    counter.count();
    const verify = (bytes: Uint8Array) => {
      if (operation.caller === 'webhook')
        principal.event = verifyWebhookSignature(call, base, read.path, bytes);
    };
    const body =
      checkBody && (await readRequestBody(call, checkBody, { maxBytes: operation.policy.bodyBytes, verify }));
    // A call that names its loan in the body is let in once the body is read.
    if (operation.caller === 'loan' && !byPath) {
      Object.assign(principal, await loanOfCaller(call, base, principal, loanIdIn(body)));
      counter.count();
    }
    return { ...read, body };
  } catch (error) {
    if (isFailedAuthentication(error)) counter.countFailure();
    throw error;
  }
}

/** Who a subject is, where it is known. */
const idOf: Record<LimitSubject, (base: BaseContext, principal: Principal) => string | undefined> = {
  address: ({ client }) => client,
  partner: (_, { key }) => key?.partnerId,
  loan: (_, { loan }) => loan?.id,
  session: (_, { staff }) => staff?.id,
  customer: (_, { customer }) => customer?.id,
};

/** Counts a call against each limit of its policy, as soon as the limit's subject is known, and once. */
class CallCounter {
  /** Those that it was not counted against yet. */
  private open: Policy['costs'];

  constructor(
    private readonly policy: Policy,
    private readonly base: BaseContext,
    private readonly principal: Principal,
  ) {
    this.open = policy.costs;
  }

  /** @throws Problem 429 */
  count(): void {
    this.open = this.open.filter((cost) => !this.isCounted(cost));
  }

  countFailure(): void {
    const { rateLimiter, client } = this.base;
    for (const { limit } of this.policy.costs) {
      if (limit.failure > 0) rateLimiter.take(limit, client, limit.failure);
    }
  }

  private isCounted({ limit, points }: Policy['costs'][number]): boolean {
    const ids = limit.per.map((subject) => idOf[subject](this.base, this.principal));
    if (ids.includes(undefined)) return false;
    const wait = this.base.rateLimiter.take(limit, ids.join(' '), points);
    if (wait > 0) throw tooManyCalls(wait);
    return true;
  }
}

async function readRequestBody(call: Call, check: Check, options: BodyOptions): Promise<unknown> {
  const body = await readBody(call.req.raw, options);
  const faults = check(body);
  if (faults.length > 0) throw new Problem(400, 'The body does not have the form of this call', faults);
  return body;
}

const loanIdIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'loan_id' in body ? body.loan_id : undefined;

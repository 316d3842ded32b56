/** Everything between the wire and the handler, in the order in which a caller hears of it. */
import type { Context } from 'hono';
import { type BodyOptions, isUnstorable, readBody } from '../http/body.ts';
import type { Operation } from '../contract/contract.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { LimitSubject, Policy } from '../contract/policy.ts';
import { Problem, tooManyCalls, wrongShape } from '../http/problem.ts';
import type { Check } from '../contract/validate.ts';
import type { BaseContext } from './handler.ts';
import { authenticate, isFailedAuthentication, loanOfCaller, type Principal } from './authenticate.ts';
import { verifyWebhookSignature } from './webhook-signature.ts';

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
export async function admitCall(
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

/** Returns the subject's id, if it is known. */
const idOf: Record<LimitSubject, (base: BaseContext, principal: Principal) => string | undefined> = {
  address: ({ client }) => client,
  partner: (_, { partner, key }) => partner?.id ?? key?.partnerId,
  loan: (_, { loan }) => loan?.id,
  session: (_, { staff }) => staff?.id,
  customer: (_, { customer }) => customer?.id,
};

/** Counts a call against each limit of its policy, as soon as the limit's subject is known, and once. */
class CallCounter {
  /** The limits that the call was not counted against yet. */
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

/** A parameter with the check of its schema. */
type CheckedParameter = Operation['parameters'][number] & { check: Check };

type Parameters = Record<'path' | 'query' | 'header', Record<string, unknown>>;

const readOne = {
  path: (call: Context, name: string): string | undefined => call.req.param(name),
  header: (call: Context, name: string): string | undefined => call.req.header(name),
};

/**
 * Reads an operation's parameters out of the path, the query and the headers, and holds each against its schema.
 * @throws Problem 400 for one that is missing, repeated, of the wrong form, or not of this call
 */
function readParameters(call: Context, parameters: CheckedParameter[]): Parameters {
  const read: Parameters = { path: {}, query: {}, header: {} };
  const queries = call.req.queries();
  for (const name of Object.keys(queries)) {
    const isDeclared = parameters.some((one) => one.in === 'query' && one.name === name);
    if (!isDeclared) throw wrongShape(name.slice(0, 100), 'is not a parameter of this call');
  }
  for (const { name, in: where, required, schema, check } of parameters) {
    const texts = where === 'query' ? (queries[name] ?? []) : [readOne[where](call, name)];
    const text = texts[0];
    if (texts.length > 1) throw wrongShape(name, 'is given more than once');
    if (text === undefined) {
      if (required) throw wrongShape(name, 'is missing');
      continue;
    }
    if (isUnstorable(text)) throw wrongShape(name, 'holds a character that cannot be kept');
    const value = fromText(text, schema.value.type);
    const fault = check(value)[0];
    if (fault) throw wrongShape(name, fault.message);
    read[where][name] = value;
  }
  return read;
}

/** Text of an address or a header as the declared type; what does not read as that type stays text and is refused. */
function fromText(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Defines the type of handlers: one function per operationId, typed by the contract. */
import type { Context as HttpContext } from 'hono';
import type { operations } from '../../openapi/generated.ts';
import type { OperationId, operations as callers } from '../../openapi/operations.ts';
import type { Adapters } from '../adapters/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Customer } from '../customers/sessions.ts';
import type { Database } from '../db/open.ts';
import type { HonoEnv } from '../platform/env.ts';
import type { Semaphore } from '../documents/semaphore.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { ApiKey } from '../partners/api-keys.ts';
import type { ApiKeyCache } from '../partners/api-key-cache.ts';
import type { PartnerCaller } from '../partners/partners.ts';
import type { Metrics } from './metrics.ts';
import type { SignedEvent } from './webhook-signature.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { LoanRecord } from '../loans/record.ts';
import type { Log } from '../platform/log.ts';
import type { InstitutionCache } from '../masters/institution-cache.ts';
import type { Session } from '../staff/sessions.ts';
import type { LoanRow } from '../loans/tokens.ts';

/** The data of the caller that a handler gets. */
type CallerContext = {
  key: { key: ApiKey; customer?: Customer };
  /** The row and all that its applicant sees, as they were when the call was let in. */
  loan: { key: ApiKey; customer?: Customer; loan: LoanRow; record: LoanRecord };
  staff: { staff: Session };
  visitor: unknown;
  webhook: { event: SignedEvent };
  customer: { key: ApiKey; customer: Customer; sessionId: string };
  partner: { partner: PartnerCaller };
  anyone: unknown;
};

/** The handlers of all operations; a missing one does not compile. */
export type Handlers = { [Op in OperationId]: Handler<Op> };

/**
 * Answers the `result` of the 200 reply, nothing where the reply has none.
 * @throws Problem for a refusal; anything else thrown is a 500
 */
export type Handler<Op extends OperationId> = (
  request: HandlerRequest<Op>,
  context: Context<Op>,
) => Promise<Result<Op>>;

/** The request after it was held against the contract. */
export type HandlerRequest<Op extends OperationId> = {
  path: Part<Op, 'path'>;
  query: Part<Op, 'query'>;
  header: Part<Op, 'header'>;
  body: Body<Op>;
};

/** The data that a handler gets besides the request, including the operation's caller. */
export type Context<Op extends OperationId = OperationId> = BaseContext &
  CallerContext[(typeof callers)[Op][2]];

export type BaseContext = Services & {
  requestId: string;
  /** The network address that counts as one client. */
  client: string;
  cookies: string | undefined;
  userAgent: string | undefined;
  /** Aborted once the caller has hung up. */
  hungUp: AbortSignal;
  /** Goes on the answer, whatever that is. */
  answerHeaders: Headers;
};

/** The server's singletons. */
export type Services = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  adapters: Adapters;
  apiKeys: ApiKeyCache;
  institutions: InstitutionCache;
  /** Bounds how many documents are in memory at a time. */
  documentsInMemory: Semaphore;
  rateLimiter: RateLimiter;
  keyring: Keyring;
  metrics?: Pick<Metrics, 'observe' | 'countUnreadable' | 'countMessage'>;
  /** Runs a call under the sandbox's fault switch that is armed for its operation, if one is. */
  faults?: {
    around(
      operation: OperationId,
      call: HttpContext<HonoEnv>,
      run: () => Promise<Response>,
    ): Promise<Response>;
  };
};

type Result<Op extends OperationId> = operations[Op]['responses'] extends {
  200: { content: { 'application/json': { result: infer Answer } } };
}
  ? Answer
  : undefined;

type Part<Op extends OperationId, Name extends 'path' | 'query' | 'header'> = NonNullable<
  operations[Op]['parameters'][Name]
>;

type Body<Op extends OperationId> = operations[Op] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : undefined;

/** Calls the API by the contract's operationId. Failure is a value, a throw is a bug. */
import createClient from 'openapi-fetch';
import { limits } from '../../domain/values/limits.ts';
import { needsReentry } from '../../domain/loan/loan-access.ts';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { operations as Shapes } from '../../openapi/generated.ts';
import type { Caller, Operation, OperationId, OperationTable } from '../../openapi/operations.ts';
import { toOutcome } from './outcome.ts';

/** The base path of the API. */
const apiBase: string = import.meta.env.VITE_API_BASE ?? '/dev/api';

/** Milliseconds until a call is aborted. Submits wait longer, because the server calls the lender meanwhile. */
const defaultTimeout = 30_000;
const timeouts: { [Id in OperationId]?: number } = {
  // The server reads the whole document before it answers.
  addDocument: 60_000,
  createOnLender: 120_000,
  pushApplication: 120_000,
};

/** Query parameters that are the same for every call of an operation. */
const queries = {
  getInstitute: {
    cols: 'id,name,prefferd_lenders,commercial_type,subvention,fee_validation,receipt_upload',
  },
  listCourses: { cols: 'id,title,fee,admission_fee,transport_fee,other_fee' },
  listCities: { cols: 'city_master.id,city_master.name' },
  listStates: { page_length: limits.stateListPageLength, page: 1 },
} satisfies { [Id in OperationId]?: Shapes[Id]['parameters']['query'] };

/** The longest body, in characters, that is sent with `keepalive`; browsers allow 64 KiB for all such requests. */
const keepaliveMaxLength = 20_000;

type ParametersOf<Id extends OperationId> = Omit<
  Shapes[Id]['parameters'],
  'cookie' | (Id extends keyof typeof queries ? 'query' : never)
>;
type BodyOf<Id extends OperationId> = Shapes[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { body: Body }
  : { body?: never };

/** The parameters of an operation: `path`, `query`, `header` and `body`. */
export type Params<Id extends OperationId> = ParametersOf<Id> & BodyOf<Id>;

/** The `result` of an operation's answer. */
export type Result<Id extends OperationId> = Shapes[Id]['responses'] extends {
  200: { content: { 'application/json': { result: infer Value } } };
}
  ? Value
  : never;

export interface CallOptions {
  /** Ends the call early, as `unreachable`. */
  signal: AbortSignal;
  /** True if the call outlives the page while it is closed, provided that its body is short enough. */
  keepalive?: boolean;
}

/** Resolves to an outcome and never rejects: `call('getLoan', { path: { id } }, { signal })`. */
export type Call = <Id extends OperationId>(
  id: Id,
  params: Params<Id>,
  options: CallOptions,
) => Promise<Outcome<Result<Id>>>;

/** The headers by which the server knows who calls. */
export type CallerHeaders = (caller: Caller, loanId: string) => Record<string, string>;

export interface KeyCredentials {
  /** The partner's API key, or null if the page has none. */
  key: string | null;
  /** Returns the token that opens a loan, or null. */
  loanToken(loanId: string): string | null;
}

/** The headers by which the embedded flow is known (decision 1). */
export const keyHeaders =
  ({ key, loanToken }: KeyCredentials): CallerHeaders =>
  (caller, loanId) => {
    const token = caller === 'loan' ? loanToken(loanId) : null;
    return {
      // Characters that no header can hold are replaced, so that the server refuses the key and no call throws.
      authorization: (key ?? '').replace(/[^\x21-\x7e]/g, '?'),
      'x-auth-type': 'API',
      ...(token === null ? {} : { 'x-loan-token': token }),
    };
  };

/** The headers of a signed-in customer (decision 1); without a token, of anybody. */
export const bearerHeaders =
  (accessToken: () => string | null): CallerHeaders =>
  () => {
    const token = accessToken();
    return token === null ? {} : { authorization: `Bearer ${token}` };
  };

/** The headers of the reviewer's desk, whose session is a cookie that no script can read. */
export const staffHeaders: CallerHeaders = () => ({ 'x-auth-type': 'STAFF' });

/** `Params` of any operation. */
interface AnyParams {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  body?: unknown;
}

/** A loose type for openapi-fetch, since `Call` has the types of parameters and results. */
type AnyPaths = Record<
  string,
  Record<
    Operation[0],
    {
      parameters: Omit<AnyParams, 'body'>;
      requestBody?: { content: { 'application/json': unknown } };
      responses: { 200: { content: { 'application/json': { result: unknown } } } };
    }
  >
>;

/**
 * @param operations the operations of the page
 * @param onAccessLost called when a call was refused because no token of the loan is in force (decision 2a)
 */
export function createCall(
  operations: OperationTable,
  headersOf: CallerHeaders,
  onAccessLost?: () => void,
): Call {
  const client = createClient<AnyPaths>({ baseUrl: apiBase, cache: 'no-store' });
  const call = async (id: OperationId, { body, ...parameters }: AnyParams, options: CallOptions) => {
    const [method, path, caller] = operations[id] as Operation;
    const query = (queries as { [Id in OperationId]?: Record<string, unknown> })[id];
    const outcome = await withTimeout(options.signal, timeouts[id] ?? defaultTimeout, (signal) =>
      toOutcome(
        client.request(method, path, {
          params: { ...parameters, ...(query && { query }) },
          headers: headersOf(caller, loanIdIn(parameters.path, body)),
          body,
          keepalive: options.keepalive === true && JSON.stringify(body).length < keepaliveMaxLength,
          signal,
        }),
      ),
    );
    // Reading the loan has its own transition, and an aborted call does not count as lost access.
    if (id !== 'getLoan' && needsReentry(outcome) && !options.signal.aborted) onAccessLost?.();
    return outcome;
  };
  return call as Call;
}

/** Returns a loan's id: `id` of the path, or else `loan_id` of the body. */
function loanIdIn(path: AnyParams['path'], body: unknown): string {
  return String(path?.id ?? (body as { loan_id?: unknown } | undefined)?.loan_id);
}

/** Aborts `run` with the caller's signal or after `ms`. Old phones have no AbortSignal.any (Chrome 116, Safari 17.4). */
async function withTimeout<T>(
  signal: AbortSignal,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, ms);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

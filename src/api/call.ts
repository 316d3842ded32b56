/** The one way to call the API: by the contract's operationId. Failure is a value here, a throw is a bug. */
import createClient from 'openapi-fetch';
import { limits } from '../../domain/limits.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { operations as Shapes } from '../../openapi/generated.ts';
import { type Caller, type OperationId, operations } from '../../openapi/operations.ts';
import { toOutcome } from './outcome.ts';

/** The one setting of where the API is. */
const apiBase: string = import.meta.env.VITE_API_BASE ?? '/dev/api';

/** Milliseconds until a call without an answer is given up; a lender has its own time behind the server. */
const defaultTimeout = 30_000;
const timeouts: { [Id in OperationId]?: number } = {
  // The server reads the whole document before it answers.
  addDocument: 60_000,
  createOnLender: 120_000,
  pushApplication: 120_000,
};

/** What the app asks for in every query of an operation: the columns that it reads, the length of a page. */
const queries = {
  getInstitute: {
    cols: 'id,name,prefferd_lenders,commercial_type,subvention,fee_validation,receipt_upload',
  },
  listCourses: { cols: 'id,title,fee,admission_fee,transport_fee,other_fee' },
  listCities: { cols: 'city_master.id,city_master.name' },
  listStates: { page_length: limits.stateListPageLength, page: 1 },
} satisfies { [Id in OperationId]?: Shapes[Id]['parameters']['query'] };

/** Characters of a body that a browser still sends while its page is closed; it allows 64 KiB for all of them. */
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

/** What an operation takes, as the contract names it: `path`, `query`, `header` and `body`. */
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
  /** Whether it outlives the page that is being closed, where its body is short enough. */
  keepalive?: boolean;
}

/** Resolves to an outcome and never rejects: `call('getLoan', { path: { id } }, { signal })`. */
export type Call = <Id extends OperationId>(
  id: Id,
  params: Params<Id>,
  options: CallOptions,
) => Promise<Outcome<Result<Id>>>;

export interface Credentials {
  /** The partner's API key, or null where the page has none. */
  key: string | null;
  /** The token that opens a loan, or null. */
  loanToken(loanId: string): string | null;
}

/** `Params` of any operation. */
interface AnyParams {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  body?: unknown;
}

/** What openapi-fetch is told of the contract: `Call` types what goes in and what comes out. */
type AnyPaths = Record<
  string,
  Record<
    (typeof operations)[OperationId][0],
    {
      parameters: Omit<AnyParams, 'body'>;
      requestBody?: { content: { 'application/json': unknown } };
      responses: { 200: { content: { 'application/json': { result: unknown } } } };
    }
  >
>;

/** @param credentials null at the reviewer's desk, whose session is a cookie that no script can read */
export function createCall(credentials: Credentials | null): Call {
  const client = createClient<AnyPaths>({ baseUrl: apiBase, cache: 'no-store' });
  const call = (id: OperationId, { body, ...parameters }: AnyParams, options: CallOptions) => {
    const [method, path, caller] = operations[id];
    const query = (queries as { [Id in OperationId]?: Record<string, unknown> })[id];
    return withTimeout(options.signal, timeouts[id] ?? defaultTimeout, (signal) =>
      toOutcome(
        client.request(method, path, {
          params: { ...parameters, ...(query && { query }) },
          headers: headersFor(caller, credentials, loanIdIn(parameters.path, body)),
          body,
          keepalive: options.keepalive === true && JSON.stringify(body).length < keepaliveMaxLength,
          signal,
        }),
      ),
    );
  };
  return call as Call;
}

/** A loan's id is `id` of the path, or else `loan_id` of the body. */
function loanIdIn(path: AnyParams['path'], body: unknown): string {
  return String(path?.id ?? (body as { loan_id?: unknown } | undefined)?.loan_id);
}

function headersFor(caller: Caller, credentials: Credentials | null, loanId: string): Record<string, string> {
  if (!credentials) return { 'x-auth-type': 'STAFF' };
  const token = caller === 'loan' ? credentials.loanToken(loanId) : null;
  return {
    // What a header cannot hold makes a wrong key, not a call that cannot be made.
    authorization: (credentials.key ?? '').replace(/[^\x21-\x7e]/g, '?'),
    'x-auth-type': 'API',
    ...(token === null ? {} : { 'x-loan-token': token }),
  };
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

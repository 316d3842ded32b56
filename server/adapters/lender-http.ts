/**
 * A lender behind HTTP. Below its base address:
 * - `POST loans` with `{reference, submission, …section 7's fields}` answers `{status, status_code, …}`;
 * - `GET loans/{reference}` answers `{submission, …the same}`, 404 where it has none, 202 while it decides;
 *   `?documents=TYPE,TYPE` names the documents that the loan has, where a verdict is asked for again;
 * - `PUT loans/{reference}/servicing` says what the customer has done about an approved loan, and answers what the
 *   lender has about it (lender-servicing.ts), 404 where it has none.
 */
import { isDefiniteRefusal } from '../../domain/lender-refusal.ts';
import type { LenderResult } from '../../domain/wire.ts';
import type {
  Failed,
  Lender,
  LenderConnection,
  LookupReply,
  Reply,
  NoResponse,
  ServicingReply,
  Submission,
} from './lender.ts';
import { customerStepsOnWire, readLenderSteps } from './lender-servicing.ts';
import { withTimeout } from './with-timeout.ts';

const answerMaxBytes = 64 * 1024;

export function httpLender({ url, key, timeoutMs }: LenderConnection): Lender {
  const base = url.endsWith('/') ? url : `${url}/`;
  const call = (path: string, init: RequestInit, signal: AbortSignal) =>
    request(new URL(path, base), init, key, timeoutMs, signal);

  const lookUp = async (path: string, signal: AbortSignal): Promise<LookupReply> => {
    const response = await call(path, {}, signal);
    if (response.kind !== 'response') return response;
    if (response.status === 404) return { kind: 'none' };
    const submission = submissionOf(response.body);
    if (response.status === 202 && submission) return { kind: 'processing', submission };
    if (response.status !== 200) return refusal(response);
    const result = readLenderResult(response.body);
    return result && submission ? { kind: 'answered', submission, result } : { kind: 'noResponse' };
  };

  return {
    timeoutMs,

    async push(submission: Submission, signal): Promise<Reply> {
      const { reference, submission: number, request: fields } = submission;
      const response = await call(
        'loans',
        withBody('POST', { reference, submission: number, ...fields }),
        signal,
      );
      if (response.kind !== 'response') return response;
      if (response.status !== 200) return refusal(response);
      const result = readLenderResult(response.body);
      return result ? { kind: 'answered', result } : { kind: 'noResponse' };
    },

    find: (reference, signal) => lookUp(`loans/${encodeURIComponent(reference)}`, signal),

    refresh: ({ reference, documents }, signal) =>
      lookUp(`loans/${encodeURIComponent(reference)}?documents=${documents.join(',')}`, signal),

    async exchangeServicing(reference, steps, signal): Promise<ServicingReply> {
      const path = `loans/${encodeURIComponent(reference)}/servicing`;
      const response = await call(path, withBody('PUT', customerStepsOnWire(steps)), signal);
      if (response.kind !== 'response') return response;
      if (response.status === 404) return { kind: 'none' };
      if (response.status !== 200) return refusal(response);
      const read = readLenderSteps(response.body);
      return read ? { kind: 'servicing', ...read } : { kind: 'noResponse' };
    },
  };
}

type HttpResponse = { kind: 'response'; status: number; body: unknown };

const withBody = (method: 'POST' | 'PUT', body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function request(
  url: URL,
  init: RequestInit,
  key: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpResponse | Failed | NoResponse> {
  try {
    return await withTimeout(
      timeoutMs,
      async (deadline) => {
        const answer = await fetch(url, {
          ...init,
          redirect: 'manual',
          headers: { ...init.headers, accept: 'application/json', authorization: `Bearer ${key}` },
          signal: deadline,
        });
        return { kind: 'response', status: answer.status, body: await readJson(answer) };
      },
      signal,
    );
  } catch (error) {
    return failedBeforeSending(error)
      ? { kind: 'failed', message: 'The lender cannot be reached.', nothingBooked: true }
      : { kind: 'noResponse' };
  }
}

/** The body, or undefined where it is no JSON or longer than the cap; throws where it is cut. */
async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > answerMaxBytes) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function refusal({ status, body }: HttpResponse): Failed | NoResponse {
  if (status === 504) return { kind: 'noResponse' };
  const isFinal = isDefiniteRefusal(status);
  return { kind: 'failed', message: messageOf(body, status), nothingBooked: isFinal, isFinal };
}

function messageOf(body: unknown, status: number): string {
  const { message, status_message } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const text = [message, status_message].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof text === 'string' ? storable(text, 300) : `The lender answered with status ${status}.`;
}

const isText = (value: unknown) => typeof value === 'string';
const isCode = (value: unknown) => Number.isSafeInteger(value);

const members = {
  status: isText,
  statusCode: isCode,
  status_code: isCode,
  status_message: isText,
  url: isText,
} satisfies Record<keyof LenderResult, (value: unknown) => boolean>;

/** The lender's JSON as an answer, or undefined where it is none. Members that are not known are left out. */
function readLenderResult(body: unknown): LenderResult | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const result: Record<string, unknown> = {};
  for (const [name, isValid] of Object.entries(members)) {
    const value: unknown = Reflect.get(body, name);
    if (value === undefined) continue;
    if (value !== null && !isValid(value)) return undefined;
    result[name] = typeof value === 'string' ? storable(value, 2000) : value;
  }
  return Object.values(result).some((value) => value !== null) ? result : undefined;
}

/** A lender's text without what a database cannot hold, at most `length` characters long. */
const storable = (text: string, length: number): string =>
  // Halves of characters become replacement characters on the way through UTF-8.
  Buffer.from(text.slice(0, length).replaceAll('\0', ' ')).toString();

function submissionOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('submission' in body)) return undefined;
  const { submission } = body;
  return typeof submission === 'number' && Number.isSafeInteger(submission) && submission > 0
    ? submission
    : undefined;
}

/** Errors that come before the first byte of a request has left. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function failedBeforeSending(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const faults = cause instanceof AggregateError ? cause.errors : [cause];
  return faults.length > 0 && faults.every((fault) => beforeSending.has(String(codeOf(fault))));
}

const codeOf = (fault: unknown): unknown =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined;

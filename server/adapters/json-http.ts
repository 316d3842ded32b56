/** Calls of another company's JSON interface over HTTP. No call throws for a failure of the other side. */
import { isAccessRefusal } from '../../domain/lending/lender-refusal.ts';
import { platform } from '../platform/platform.ts';
import { withTimeout } from '../platform/timers.ts';

/** The address of a company's API, and the time limit of a call up to the last byte of the response. */
export type HttpConnection = {
  url: string;
  key: string;
  timeoutMs: number;
  /** Called where the company does not take the key. */
  onAccessRefused?: (() => void) | undefined;
};

/** `body` is undefined where it is no JSON, or longer than anybody reads. */
export type HttpResponse = { kind: 'response'; status: number; body: unknown };

/** `unreached`: not a byte of the request has left. `noResponse`: it may have arrived. */
export type HttpReply = HttpResponse | { kind: 'unreached' } | { kind: 'noResponse' };

/** A `GET` without a body, a `POST` with one where no method is named; `path` is below the base address. */
export type JsonCall = (
  path: string,
  signal: AbortSignal,
  body?: object,
  method?: 'POST' | 'PUT',
) => Promise<HttpReply>;

const answerMaxBytes = 64 * 1024;

export function jsonHttp({ url, key, timeoutMs, onAccessRefused }: HttpConnection): JsonCall {
  const base = url.endsWith('/') ? url : `${url}/`;
  return async (path, signal, body, method = 'POST') => {
    try {
      return await withTimeout(
        timeoutMs,
        async (deadline) => {
          const answer = await platform.fetch(new URL(path, base), {
            ...(body && { method, body: JSON.stringify(body) }),
            redirect: 'manual',
            headers: {
              accept: 'application/json',
              authorization: `Bearer ${key}`,
              ...(body && { 'content-type': 'application/json' }),
            },
            signal: deadline,
          });
          if (isAccessRefusal(answer.status)) onAccessRefused?.();
          return { kind: 'response', status: answer.status, body: await readJson(answer) };
        },
        signal,
      );
    } catch (error) {
      return { kind: failedBeforeSending(error) ? 'unreached' : 'noResponse' };
    }
  };
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

/** Another company's text without what a database cannot hold, at most `length` characters long. */
export const storableText = (text: string, length: number): string =>
  // Halves of characters become replacement characters on the way through UTF-8.
  Buffer.from(text.slice(0, length).replaceAll('\0', ' ')).toString();

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

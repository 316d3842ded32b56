/** Calls a lender's server as Feepath does, and holds every answer against the document. */
import { operationOf, problemOfAnswer, problemOfRequest } from './document.ts';
import type { Report } from './report.ts';

export type Target = {
  /** The lender's address; the paths of the document are below it. */
  url: string;
  key: string;
  /** The secret that signs the lender's events, `whsec_…`; null if they are not checked. */
  secret: string | null;
  /** Makes the lender's staff do something about a loan; false where that cannot be. */
  act: (act: string, reference: string) => Promise<boolean>;
  /** The reason why the staff may debit without an announcement; absent if it may not. */
  debitsAnything?: string;
};

export type Answer = { call: string; status: number; body: unknown };

type Ask = {
  reference?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Another key than the lender's; null for none. */
  key?: string | null;
  /** A body that is sent as it is, and not as the document describes. */
  raw?: string;
};

const mostBytes = 65_536;
const mostMs = 25_000;

/** @returns a function that makes one call; an answer with the status 0 has not come */
export const feepath =
  ({ url, key }: Target, report: Report) =>
  async (id: string, asked: Ask = {}): Promise<Answer> => {
    const { method, path } = operationOf(id);
    const query = asked.query ? `?${new URLSearchParams(asked.query)}` : '';
    const place = path.slice(1).replace('{reference}', encodeURIComponent(asked.reference ?? '')) + query;
    const call = `${method.toUpperCase()} ${place}`;
    const text = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const wrong = asked.raw === undefined && text !== undefined ? problemOfRequest(id, asked.body) : null;
    if (wrong !== null) throw new Error(`${call} would send what the document does not have: ${wrong}`);
    const sentKey = asked.key === undefined ? key : asked.key;
    const answer = await exchange(new URL(place, url.endsWith('/') ? url : `${url}/`), {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(sentKey !== null && { authorization: `Bearer ${sentKey}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
      },
      ...(text !== undefined && { body: text }),
      signal: AbortSignal.timeout(mostMs),
    });
    const came = 'fault' in answer ? answer.fault : problemOfAnswer(id, answer.status, answer.body);
    report.check('described', call, {
      ok: came === null,
      expected: 'an answer as the document describes it',
      came: came ?? '',
    });
    return 'fault' in answer ? { call, status: 0, body: undefined } : { call, ...answer };
  };

async function exchange(
  url: URL,
  request: RequestInit,
): Promise<{ status: number; body: unknown } | { fault: string }> {
  try {
    const answer = await fetch(url, request);
    const bytes = await answer.arrayBuffer();
    if (bytes.byteLength > mostBytes) return { fault: `${bytes.byteLength} bytes` };
    return { status: answer.status, body: jsonOf(Buffer.from(bytes).toString('utf8')) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { fault: `no answer: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The typed client of the contract. Every call says whose page it is, and which loan's token it holds. */
import createClient from 'openapi-fetch';
import type { paths } from '../../openapi/generated.ts';

/** The one setting of where the API is (decision 3). */
export const apiBase: string = import.meta.env.VITE_API_BASE ?? '/dev/api';

export interface Credentials {
  /** The partner's API key, or null where the page has none. */
  key: string | null;
  /** The token that opens a loan, or null. */
  tokenOf(loanId: string): string | null;
}

/** The headers of a call; `loanId` where it is about a loan. */
export function headersOf({ key, tokenOf }: Credentials, loanId?: string): Record<string, string> {
  const token = loanId === undefined ? null : tokenOf(loanId);
  return {
    // What a header cannot hold makes a wrong key, not a call that cannot be made.
    authorization: (key ?? '').replace(/[^\x21-\x7e]/g, '?'),
    'x-auth-type': 'API',
    ...(token === null ? {} : { 'x-loan-token': token }),
  };
}

export type Client = ReturnType<typeof openClient>;

export function openClient(credentials: Credentials) {
  const client = createClient<paths>({ baseUrl: apiBase, cache: 'no-store' });
  client.use({
    onRequest({ request, params }) {
      const loanId = params.path?.id;
      const headers = headersOf(credentials, typeof loanId === 'string' ? loanId : undefined);
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      return request;
    },
  });
  return client;
}

/** How long an answer is waited for, in milliseconds; the lender has its own time behind the server. */
const patience = { usual: 30_000, document: 60_000, lender: 120_000 } as const;

/** The caller's signal, or the end of patience, whichever comes first. */
export function within(signal: AbortSignal, wait: keyof typeof patience = 'usual'): AbortSignal {
  const both = new AbortController();
  const timer = setTimeout(() => both.abort(), patience[wait]);
  const stop = () => {
    clearTimeout(timer);
    both.abort();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return both.signal;
}

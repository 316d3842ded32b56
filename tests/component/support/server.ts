/** A server of component tests in place of the network: it answers what the test names, and knows no rule. */
import { type Answer, type Answers, type CalledOperation, callsOf, replyOf } from '../../support/answers.ts';

const networkFetch = globalThis.fetch;

export type TestServer = ReturnType<typeof startTestServer>;

/** Replaces `fetch` until `stop()`; what is no call of the API is fetched. */
export function startTestServer(given: Answers) {
  const answers = new Map<string, unknown>(Object.entries(given));
  const received: { id: string; body: unknown; key: string | null }[] = [];
  /** These calls have no answer that a test has named, or no operation. */
  const unexpected: string[] = [];
  const held = new Map<string, Promise<void>>();

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/dev/api/')) return networkFetch(request);
    const id = [...answers.keys()].find((one) => {
      const { method, path } = callsOf(one);
      return request.method.toLowerCase() === method && path.test(pathname);
    });
    if (id === undefined) {
      unexpected.push(`${request.method} ${pathname}`);
      throw new TypeError('Failed to fetch');
    }
    const text = await request.text();
    const key = request.headers.get('idempotency-key');
    received.push({ id, key, body: text === '' ? undefined : JSON.parse(text) });
    if (held.has(id)) await Promise.race([held.get(id), aborted(request.signal)]);
    const answer = answers.get(id);
    if (answer === 'none') return aborted(request.signal);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const { status, json } = replyOf(answer);
    return Response.json(json, { status });
  };

  return {
    unexpected: unexpected as readonly string[],
    /** The bodies of an operation's calls, in their order. */
    bodiesOf: (id: CalledOperation) => received.filter((one) => one.id === id).map(({ body }) => body),
    /** The idempotency keys of an operation's calls, in their order. */
    keysOf: (id: CalledOperation) => received.filter((one) => one.id === id).map(({ key }) => key),
    answer<Id extends CalledOperation>(id: Id, answer: Answer<Id>): void {
      answers.set(id, answer);
    },
    /** Calls of an operation wait until the function that comes back is called. */
    hold(id: CalledOperation): () => void {
      let release = () => {};
      held.set(id, new Promise((resolve) => (release = resolve)));
      return () => {
        held.delete(id);
        release();
      };
    },
    stop(): void {
      globalThis.fetch = networkFetch;
    },
  };
}

/** Rejects once nobody waits for the call any more. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
}

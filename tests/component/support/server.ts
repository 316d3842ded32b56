/** A server of component tests in place of the network: it answers what the test names, and knows no rule. */
import { type Answer, type CalledOperation, callsOf, replyOf } from '../../support/answers.ts';

const networkFetch = globalThis.fetch;

/** An answer, or what makes it of the last part of the path: an id, or what is looked for. */
export type ServerAnswer<Id extends CalledOperation> = Answer<Id> | ((last: string) => Answer<Id>);
export type ServerAnswers = { [Id in CalledOperation]?: ServerAnswer<Id> };

export type TestServer = ReturnType<typeof startTestServer>;

/** Replaces `fetch` until `stop()`; what is no call of the API is fetched. */
export function startTestServer(given: ServerAnswers) {
  const answers = new Map<string, unknown>(Object.entries(given));
  const received: { id: string; body: unknown; key: string | null; response: Promise<Response> }[] = [];
  /** These calls have no answer that a test has named, or no operation. */
  const unexpected: string[] = [];
  const waiting: { id: string; resume: () => void }[] = [];

  async function respond(id: string, request: Request): Promise<Response> {
    const named = answers.get(id);
    const last = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
    const reply: unknown = typeof named === 'function' ? named(last) : named;
    if (reply === 'none') {
      const resumed = new Promise<void>((resume) => waiting.push({ id, resume }));
      await Promise.race([resumed, aborted(request.signal)]);
      return respond(id, request);
    }
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    const { status, json } = replyOf(reply);
    return Response.json(json, { status });
  }

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
    const response = respond(id, request);
    received.push({ id, key, body: text === '' ? undefined : JSON.parse(text), response });
    return response;
  };

  function answer<Id extends CalledOperation>(id: Id, named: ServerAnswer<Id>): void {
    answers.set(id, named);
    for (const one of waiting) if (one.id === id) one.resume();
  }

  return {
    unexpected: unexpected as readonly string[],
    /** The bodies of an operation's calls, in their order. */
    bodiesOf: (id: CalledOperation) => received.filter((one) => one.id === id).map(({ body }) => body),
    /** The idempotency keys of an operation's calls, in their order. */
    keysOf: (id: CalledOperation) => received.filter((one) => one.id === id).map(({ key }) => key),
    /** Names another answer; calls that have had none get it too. */
    answer,
    /** Calls of an operation wait until the function that comes back is called, which resolves once they are answered. */
    hold<Id extends CalledOperation>(id: Id): () => Promise<void> {
      const before = answers.get(id) as ServerAnswer<Id>;
      answers.set(id, 'none');
      return async () => {
        answer(id, before);
        await Promise.allSettled(received.filter((one) => one.id === id).map(({ response }) => response));
      };
    },
    stop(): void {
      globalThis.fetch = networkFetch;
    },
  };
}

/** Rejects once the caller has aborted the request. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
}

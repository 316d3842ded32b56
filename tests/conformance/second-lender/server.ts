/**
 * A lender's server by the text of openapi/lender.yaml: it imports nothing else of the repository. It decides nothing by
 * itself: `act` is its staff. `faults` makes it break a rule each, so that the kit can be tried.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Loan, today } from './loan.ts';

export const faults = [
  'key_unchecked',
  'repeat_differs',
  'number_goes_back',
  'verdict_goes_back',
  'number_of_another',
  'schedule_off',
  'state_goes_back',
  'id_doubled',
  'amount_in_rupees',
  'debits_unannounced',
  'total_wrong',
  'event_unsigned',
] as const;

export type Fault = (typeof faults)[number];

export const secondKey = 'the-key-of-the-second-lender';
const secretBytes = Buffer.from('thirty-two bytes of the secret..');
export const secondSecret = `whsec_${secretBytes.toString('base64')}`;

type Sent = { status: number; body: object };
type Started = {
  url: string;
  key: string;
  secret: string | null;
  act: (act: string, reference: string) => Promise<boolean>;
  close: () => Promise<void>;
};

/** @param eventsUrl takes the events; none are sent where it is absent */
export async function startSecondLender({
  eventsUrl,
  faults: planted = [],
}: { eventsUrl?: string | undefined; faults?: readonly string[] } = {}): Promise<Started> {
  const has = (fault: Fault) => planted.includes(fault);
  const loans = new Map<string, Loan>();
  const server = createServer((request, response) => {
    void answerTo(request, loans, has).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const waiting = new Set<NodeJS.Timeout>();
  const sendEvent = async (reference: string, id = randomUUID()): Promise<void> => {
    if (eventsUrl === undefined) return;
    const body = JSON.stringify({ reference });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signedBody = has('event_unsigned') ? '{}' : body;
    const signature = createHmac('sha256', secretBytes)
      .update(`${id}.${timestamp}.${signedBody}`)
      .digest('base64');
    const answer = await fetch(eventsUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    });
    if (![408, 429, 500, 503].includes(answer.status)) return;
    const seconds = Number(answer.headers.get('retry-after') ?? 5);
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void sendEvent(reference, id);
    }, seconds * 1000);
    waiting.add(timer);
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feepath`,
    key: secondKey,
    secret: eventsUrl === undefined ? null : secondSecret,
    async act(act, reference) {
      const done = loans.get(reference)?.act(act) ?? false;
      if (done) await sendEvent(reference);
      return done;
    },
    async close() {
      for (const timer of waiting) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type Has = (fault: Fault) => boolean;

const refused = (status: number, message: string): Sent => ({ status, body: { message } });

async function answerTo(request: IncomingMessage, loans: Map<string, Loan>, has: Has): Promise<Sent> {
  if (request.headers.authorization !== `Bearer ${secondKey}` && !has('key_unchecked'))
    return refused(401, 'The key is not the one.');
  const url = new URL(request.url ?? '', 'http://second.invalid');
  const [kind, part, more] = url.pathname.replace(/^\/feepath\//, '').split('/');
  const loan = part === undefined ? undefined : loans.get(decodeURIComponent(part));
  if (request.method === 'GET' && kind === 'entries') return listDay(loans, url.searchParams, has);
  if (kind !== 'loans') return refused(404, 'There is nothing here.');
  if (request.method === 'POST') return submit(await bodyOf(request), loans, has);
  if (request.method === 'GET' && more === undefined) {
    if (!loan) return refused(404, 'Nothing came under this reference.');
    const isBack = has('verdict_goes_back') && url.searchParams.has('documents');
    const verdict = isBack ? { status: 'PENDING' } : loan.verdict;
    return { status: 200, body: { submission: loan.submission, ...verdict } };
  }
  if (request.method !== 'PUT' || more !== 'servicing') return refused(404, 'There is nothing here.');
  if (!loan?.isApproved) return refused(404, 'There is no approved loan under this reference.');
  const steps = await bodyOf(request);
  if (!steps || !Array.isArray(steps.debits) || !Array.isArray(steps.payments))
    return refused(400, 'The body is not as described.');
  return { status: 200, body: loan.exchange(steps) };
}

type Body = Record<string, unknown>;

async function bodyOf(request: IncomingMessage): Promise<Body | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}

const texts = [
  ...['reference', 'phone', 'email', 'firstName', 'lastName', 'panNo', 'dob', 'gender', 'employmentType'],
  ...['relationshipWithStudent', 'address', 'city', 'state', 'pincode', 'studentName', 'studentDoB'],
];
const numbers = ['submission', 'monthlyIncome', 'course_id', 'course_tenure_id', 'course_fee'];

function submit(body: Body | undefined, loans: Map<string, Loan>, has: Has): Sent {
  const isRight =
    body !== undefined &&
    texts.every((name) => typeof body[name] === 'string') &&
    numbers.every((name) => Number.isSafeInteger(body[name])) &&
    typeof body.test === 'boolean' &&
    Number(body.submission) >= 1 &&
    body.reference !== '';
  if (!isRight) return refused(400, 'The body is not as described.');
  const {
    reference,
    submission,
    course_fee: fee,
  } = body as {
    reference: string;
    submission: number;
    course_fee: number;
  };
  const known = loans.get(reference);
  if (!known) loans.set(reference, new Loan(reference, { submission, fee }, has));
  else if (submission > known.submission || has('number_goes_back')) known.replace(submission, fee);
  const verdict = loans.get(reference)?.verdict ?? {};
  return {
    status: 200,
    body: has('repeat_differs') ? { ...verdict, status_message: `Call ${randomUUID()}.` } : verdict,
  };
}

const pageLength = 2;

function listDay(loans: Map<string, Loan>, query: URLSearchParams, has: Has): Sent {
  const day = query.get('day') ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return refused(400, 'The day is none.');
  const cursor = Buffer.from(query.get('after') ?? '', 'base64url').toString() || '0';
  const start = Number(cursor);
  if (!Number.isSafeInteger(start)) return refused(400, 'The cursor is none.');
  const all = [...loans.values()].flatMap((loan) => loan.entriesOf(day));
  const end = start + pageLength;
  const wrong = has('total_wrong') && day === today() ? 1 : 0;
  return {
    status: 200,
    body: {
      entries: all.slice(start, end),
      next: end < all.length ? Buffer.from(String(end)).toString('base64url') : null,
      total: all.length + wrong,
    },
  };
}

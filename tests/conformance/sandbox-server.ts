/** The lender of the sandbox behind HTTP, as a real one is; its staff's buttons are pressed by `act`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import type { DayEntry } from '../../server/adapters/day-list.ts';
import type {
  CustomerSteps,
  LenderRequest,
  LenderSteps,
  LookupReply,
  Reply,
  ServicingReply,
} from '../../server/adapters/lender.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { sendLenderEvent } from '../../server/sandbox/lender-events.ts';
import { actAsLender, lenderActs } from '../../server/sandbox/lender-servicing.ts';
import { sandboxLender } from '../../server/sandbox/lender.ts';
import { openTestServices } from '../../server/testing/services.ts';
import { problemOfRequest } from './document.ts';
import type { Target } from './feepath.ts';
import type * as wire from './wire.ts';

const lenderId = 15;
const key = 'sandbox-key';
export const sandboxSecret = `whsec_${Buffer.from('the secret of the sandbox').toString('base64')}`;
/** Small, so that the lists of a run have several. */
const entriesOnPage = 2;

type Sent = { status: number; body: unknown };

/** @param eventsUrl receives the events; none are sent if it is absent */
export async function startSandboxLender(
  eventsUrl?: string,
): Promise<Target & { close: () => Promise<void> }> {
  const services = await openTestServices({ LENDER_15_WEBHOOK_SECRETS: sandboxSecret });
  const { db, config } = services;
  const lender = sandboxLender(lenderId, { config, db, clock: systemClock });
  const signal = new AbortController().signal;

  const answerTo = async (request: IncomingMessage): Promise<Sent> => {
    if (request.headers.authorization !== `Bearer ${key}`) return refusal(401, 'The key is not the one');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://lender.invalid');
    const [, kind, part, more] = pathname.split('/');
    const reference = decodeURIComponent(part ?? '');
    const call = [request.method, kind, part === undefined ? '' : 'reference', more]
      .filter(Boolean)
      .join(' ');
    if (call === 'POST loans') {
      const body = await bodyOf(request);
      const wrong = problemOfRequest('submitApplication', body);
      if (wrong !== null) return refusal(400, wrong);
      const { reference: of, submission, ...fields } = body as wire.Application;
      return push(await lender.push({ reference: of, submission, request: fields as LenderRequest }, signal));
    }
    if (call === 'GET loans reference') {
      const named = searchParams.get('documents');
      const documents = (named ?? '').split(',').filter(Boolean) as DocumentType[];
      return lookup(
        await (named === null
          ? lender.find(reference, signal)
          : lender.refresh({ reference, documents }, signal)),
      );
    }
    if (call === 'PUT loans reference servicing') {
      const body = await bodyOf(request);
      const wrong = problemOfRequest('exchangeServicing', body);
      if (wrong !== null) return refusal(400, wrong);
      return servicing(
        await lender.exchangeServicing(reference, stepsOf(body as wire.CustomerSteps), signal),
      );
    }
    if (call === 'GET entries') {
      const list = await lender.listDay(searchParams.get('day') ?? '', null, signal);
      return list.kind === 'page' ? pageOf(list.entries, searchParams.get('after')) : refusal(500, list.kind);
    }
    return refusal(404, 'There is nothing at this address');
  };
  const server = createServer((request, response) => {
    void answerTo(request).then(
      (sent) => send(response, sent),
      (error: unknown) => send(response, refusal(500, String(error))),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key },
    secret: eventsUrl === undefined ? null : sandboxSecret,
    debitsAnything: 'in the sandbox a person may debit what is not announced',
    async act(name, reference) {
      const act = lenderActs.find((one) => one === name);
      if (!act || (await actAsLender(db, reference, act, systemClock.now())) !== null) return false;
      if (eventsUrl !== undefined) {
        const needs = { db, config, clock: systemClock };
        await sendLenderEvent(
          needs,
          (_, init) => fetch(eventsUrl, init),
          { reference, lenderId },
          { origin: '' },
        );
      }
      return true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await services.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, { status, body }: Sent): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const refusal = (status: number, message: string): Sent => ({ status, body: { message } });

/** Returns the answer of a lender behind HTTP that stands for the sandbox's reply. */
function push(reply: Reply): Sent {
  if (reply.kind === 'answered') return { status: 200, body: reply.result };
  if (reply.kind === 'noResponse') return refusal(504, 'No answer');
  return refusal(reply.isFinal ? 422 : 500, reply.message);
}

function lookup(reply: LookupReply): Sent {
  if (reply.kind === 'none') return refusal(404, 'Nothing came under this reference');
  if (reply.kind === 'processing') return { status: 202, body: { submission: reply.submission } };
  if (reply.kind !== 'answered') return push(reply);
  return { status: 200, body: { submission: reply.submission, ...reply.result } };
}

function servicing(reply: ServicingReply): Sent {
  if (reply.kind === 'none') return refusal(404, 'There is no approved loan under this reference');
  if (reply.kind === 'unreadable') throw new Error('The sandbox reads no answers');
  return reply.kind === 'servicing' ? { status: 200, body: wireStepsOf(reply) } : push(reply);
}

const at = (instant: string) => new Date(instant);

const decisionOf = (said: wire.CustomerSteps['accepted']) =>
  said && { proposalNumber: said.proposal_number, at: at(said.at) };

const stepsOf = (steps: wire.CustomerSteps): CustomerSteps => ({
  accepted: decisionOf(steps.accepted),
  declined: decisionOf(steps.declined),
  signed: steps.signed && { documentSha256: steps.signed.document_sha256, at: at(steps.signed.at) },
  cancelledAt: steps.cancelled_at === null ? null : at(steps.cancelled_at),
  withdrawnConsents: steps.withdrawn_consents as CustomerSteps['withdrawnConsents'],
  kycVerifiedAt: steps.kyc_verified_at === null ? null : at(steps.kyc_verified_at),
  mandate: steps.mandate && {
    registrationNumber: steps.mandate.registration_number,
    limitPaise: steps.mandate.limit_paise,
    isWithdrawn: steps.mandate.withdrawn,
  },
  debits: steps.debits.map(({ instalment, due_on: dueOn, announced_at: announced }) => ({
    ...{ instalment, dueOn, announcedAt: at(announced) },
  })),
  payments: steps.payments.map(({ id, purpose, instalment, amount_paise: amountPaise, state, paid_at }) => ({
    ...{ id, purpose, instalment, amountPaise, state, paidAt: at(paid_at) },
  })),
});

const wireStepsOf = ({
  offer,
  countersigned,
  disbursal,
  cancelled,
  refused,
  collections,
}: LenderSteps): wire.LenderSteps => ({
  offer: offer && {
    revision: offer.revision,
    proposal_number: offer.proposalNumber,
    valid_until: offer.validUntil.toISOString(),
    terms: wireTermsOf(offer.terms),
  },
  countersigned: countersigned && {
    document_sha256: countersigned.documentSha256,
    at: countersigned.at.toISOString(),
  },
  disbursal: disbursal && {
    ...{ on: disbursal.on, amount_paise: disbursal.amountPaise, proposal_number: disbursal.proposalNumber },
    ...{ account_number: disbursal.accountNumber, utr: disbursal.utr },
  },
  cancelled: cancelled && { at: cancelled.at.toISOString() },
  refused,
  collections: collections.map(({ id, instalment, on, amountPaise, state, reason, changedOn = null }) => ({
    ...{ id, instalment, on, amount_paise: amountPaise, state, reason, changed_on: changedOn },
  })),
});

/** The cursor is the number of entries before the page. */
function pageOf(entries: readonly DayEntry[], after: string | null): Sent {
  const start = Number(after ?? 0);
  const end = start + entriesOnPage;
  const page: wire.EntriesPage = {
    entries: entries.slice(start, end).map((entry) => ({
      ...{ id: entry.id, reference: entry.reference, amount_paise: entry.amountPaise },
      ...{ currency: entry.currency, state: entry.state as wire.Entry['state'], on: entry.on },
    })),
    next: end < entries.length ? String(end) : null,
    total: entries.length,
  };
  return { status: 200, body: page };
}

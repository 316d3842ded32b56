/** Loans for the orders of events: each is a copy of a template, with requests and jobs as its world says. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { withDisbursalOn } from '../../domain/servicing/schedule.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import {
  issuedDocuments,
  kycChecks,
  mandates,
  offers,
  paymentOrders,
  signatureRequests,
} from '../../server/db/schema/servicing.ts';
import { appendToTimeline } from '../../server/timeline/timeline.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import { type AcceptedLoan, acceptedLoan, lenderId, signed, stageEntries } from './accepted-loan.ts';
import type { App } from './app.ts';
import type { Call } from './calls.ts';
import { type World, worldOf, type WorldRequest } from './event-worlds.ts';
import type { ProviderBooks } from './provider-books.ts';

export const ordersPerWorld = 5;
/** A job that is not asked for by an event runs only after so long. */
export const lonelyJobMs = 60 * 60_000;
export const start = new Date('2026-07-20T06:30:00Z');
const today = '2026-07-20';
const shortTerms = { tenureMonths: 3, instalment: 2_100_000 };

/** One loan, its events, and the way the server hears of them. */
export type Order = {
  number: number;
  loanId: string;
  world: World;
  random: Random;
  delayed: EventCall[];
  delivered: EventCall[];
  /** The ids of the payments that the lender has paid back by hand. */
  refundedByLender: Set<string>;
};

export type EventCall = {
  operation: 'receiveProviderEvent' | 'receiveLenderEvent';
  call: Call;
  reference: string;
};

/** Rows of an order begin with its number. */
const idOf = (order: number, index: number): string =>
  `${order.toString(16).padStart(8, '0')}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

export const referenceOf = ({ number }: Pick<Order, 'number'>, { name }: WorldRequest): string =>
  `${number} ${name}`;

export type Templates = { open: Template; disbursed: Template };

type Template = AcceptedLoan & { borrower: string; rows: Awaited<ReturnType<typeof rowsOf>> };

/** Returns templates of which one has a part due in advance, before the disbursal. */
export const openTemplates = async (app: App): Promise<Templates> => ({
  open: await templateOf(app, 1),
  disbursed: await templateOf(app, 0),
});

/** An accepted loan whose agreement the customer has signed. */
async function templateOf(app: App, advanceInstalments: number): Promise<Template> {
  const loan = await acceptedLoan(app, { ...shortTerms, advanceInstalments });
  await signed(app, loan);
  const unsigned = { state: 'signed', countersignedAt: null } as const;
  await app.db.update(signatureRequests).set(unsigned).where(eq(signatureRequests.loanId, loan.id));
  await app.db.delete(jobs);
  const rows = await rowsOf(app, loan.id);
  return { ...loan, rows, borrower: String(rows.loan.personalDetails.name) };
}

async function rowsOf({ db }: App, id: string) {
  const [loan] = await db.select().from(loans).where(eq(loans.id, id));
  const [lenderLoan] = await db.select().from(lenderLoans).where(eq(lenderLoans.loanId, id));
  const [offer] = await db.select().from(offers).where(eq(offers.loanId, id));
  const [document] = await db.select().from(issuedDocuments).where(eq(issuedDocuments.loanId, id));
  const [signature] = await db.select().from(signatureRequests).where(eq(signatureRequests.loanId, id));
  if (!loan || !lenderLoan || !offer || !document || !signature) throw new Error('A row is missing');
  return { loan, lenderLoan, offer, document, signature };
}

/** Loans like the templates, with the requests of their worlds and the jobs that ask about them. */
export async function openOrders(
  { db, clock }: App,
  { books, templates }: { books: ProviderBooks; templates: Templates },
  { first, count }: { first: number; count: number },
): Promise<Order[]> {
  const now = clock.now();
  const batch = Array.from({ length: count }, (_, index): Order & { template: Template } => {
    const number = first + index;
    const needs = (template: Template) => ({
      terms: template === templates.open ? template.terms : withDisbursalOn(template.terms, today),
      ...{ borrower: template.borrower, now, on: today },
      sha256: template.rows.signature.documentSha256,
    });
    const seed = Math.floor(number / ordersPerWorld);
    const draft = worldOf(seed, String(number), needs(templates.open));
    const template = draft.isDisbursed ? templates.disbursed : templates.open;
    const world = draft.isDisbursed ? worldOf(seed, String(number), needs(template)) : draft;
    return {
      ...{ number, loanId: idOf(number, 0), world, template },
      ...{ random: createRandom(number + 1), delayed: [], delivered: [], refundedByLender: new Set() },
    };
  });
  await db
    .insert(loans)
    .values(
      batch.map(({ loanId, template }) => ({ ...template.rows.loan, id: loanId, idempotencyKey: null })),
    );
  await db.insert(offers).values(
    batch.map(({ number, loanId, template }) => ({
      ...template.rows.offer,
      ...{ id: idOf(number, 1), loanId, proposalNumber: `P ${number}` },
    })),
  );
  await db.insert(issuedDocuments).values(
    batch.map(({ number, loanId, template }) => ({
      ...template.rows.document,
      ...{ id: idOf(number, 2), offerId: idOf(number, 1), loanId, number: `A ${number}` },
    })),
  );
  await db.insert(signatureRequests).values(
    batch.map(({ number, loanId, template, world }) => ({
      ...template.rows.signature,
      ...{ id: idOf(number, 3), documentId: idOf(number, 2), loanId, providerReference: `S ${number}` },
      ...(world.isDisbursed && { state: 'countersigned' as const, countersignedAt: now }),
    })),
  );
  await db.insert(lenderLoans).values(
    batch.map(({ number, loanId, template, world }) => ({
      ...template.rows.lenderLoan,
      ...{ loanId, offerId: idOf(number, 1), reference: `${number} lender`, result: { status: 'APPROVED' } },
      ...(world.isDisbursed && { stage: 'disbursed' as const, disbursedOn: today, accountNumber: 'A1' }),
      ...(world.isLeaving && { cancelledAt: now }),
    })),
  );
  await appendToTimeline(
    db,
    batch.flatMap(({ loanId, world }) => {
      const disbursed = world.isDisbursed ? (['disbursed'] as const) : [];
      return stageEntries({ loanId, lenderId }, now, ['offered', 'accepted', ...disbursed]);
    }),
  );
  const requests = batch.flatMap((order) =>
    order.world.requests.map((request, index) => ({
      ...{ order, request, id: idOf(order.number, 10 + index), reference: referenceOf(order, request) },
    })),
  );
  const of = (sender: WorldRequest['sender']) => requests.filter(({ request }) => request.sender === sender);
  const row = ({ id, order, reference }: (typeof requests)[number]) => ({
    ...{ id, loanId: order.loanId, lenderId, providerReference: reference, createdAt: now },
    state: 'requested' as const,
  });
  await db.insert(kycChecks).values(of('kyc').map(row));
  const limitPaise = shortTerms.instalment;
  await db
    .insert(mandates)
    .values(of('mandate').map((one) => ({ ...row(one), method: 'upi' as const, limitPaise })));
  await db.insert(paymentOrders).values(
    of('payments').flatMap((one) => {
      const { order } = one.request;
      if (!order) return [];
      const isOpen = order.expiresAt > now && order.endedAt === null;
      const state = isOpen ? ('open' as const) : ('expired' as const);
      return [{ ...row(one), ...order, idempotencyKey: one.id, state }];
    }),
  );
  await db.insert(jobs).values(
    requests.map(({ id, order, request: { sender } }) => ({
      ...{ id: randomUUID(), createdAt: now, runAt: new Date(now.getTime() + lonelyJobMs) },
      ...(sender === 'lender'
        ? {
            ...{ kind: 'lender.servicing', channel: 'verdict', payload: { loanId: order.loanId, lenderId } },
            dedupeKey: `servicing:${order.loanId}:${lenderId}`,
          }
        : {
            ...{ kind: 'provider.check', channel: 'provider', payload: { provider: sender, id } },
            dedupeKey: `check:${sender}:${id}`,
          }),
    })),
  );
  for (const { reference, request } of requests) books.open(reference, request.readings);
  return batch;
}

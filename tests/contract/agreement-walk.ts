/** Makes the steps of a walk of the model of an agreement with the real server, and reads what its database has then. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, notInArray } from 'drizzle-orm';
import type { LenderId } from '../../server/adapters/lenders.ts';
import type { LenderSteps } from '../../server/adapters/lender.ts';
import { transaction } from '../../server/db/open.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages, oneTimePasswords } from '../../server/db/schema/messages.ts';
import {
  consents,
  issuedDocuments,
  offers,
  payments,
  servicingCases,
  signatureRequests,
} from '../../server/db/schema/servicing.ts';
import { signatureTarget } from '../../server/customers/otp.ts';
import { issueOtp } from '../../server/otp/issue.ts';
import { signaturePurpose } from '../../server/otp/purposes.ts';
import { acceptOffer, declineOffer, requestCancellation } from '../../server/servicing/accept.ts';
import { withdrawConsent } from '../../server/servicing/consents.ts';
import { syncLenderLoanByJob, recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import { createPaymentOrder } from '../../server/servicing/payment-orders.ts';
import { signAgreement } from '../../server/servicing/signatures.ts';
import { advanceStage, lockLenderLoan } from '../../server/servicing/stage.ts';
import {
  dateOf,
  type Day,
  type Signature,
  termsOfRevision,
  validUntil,
} from '../explore/protocols/agreement-loan.ts';
import type { Rows, Said } from '../explore/protocols/agreement-rows.ts';
import type { Step } from '../explore/world.ts';
import type { App } from './app.ts';
import { acknowledged, type ApprovedLoan, consentsTo } from './approved-loans.ts';
import type { HeldServers } from './held-servers.ts';
import { disbursalOf, noLenderSteps } from './lender-steps.ts';

export const lenderIds = [15, 12] as const;

const templates = ['servicing.changed', 'servicing.disbursed', 'servicing.disbursedAfterCancellation'];

/** Returns the rows of the model's database in the form of `readState`. */
export const modelState = (rows: Rows) => ({
  lenders: rows.lenders.map((row) => ({
    ...{ stage: row.stage, accepted: row.accepted, declined: row.declined, cases: row.cases },
    offers: row.offers.flatMap((madeOn, place) => (madeOn === null ? [] : [place + 1])),
    signatures: row.signatures.flatMap((state, place) => (state === 'none' ? [] : [[place + 1, state]])),
    isAsked: row.cancelledOn !== null,
    ...{ isConfirmed: row.isCancelConfirmed, isRefused: row.isRefused, isExitPaid: row.exitPaidOn !== null },
    payout: row.payout && [dateOf(row.payout.on), String(row.payout.transfer)],
  })),
  messages: [...new Set(rows.lenders.flatMap((row) => row.messages))].toSorted(),
});

export type Values = { lender: number; revision: number; said: Said };

const shaOf = (revision: number): string => String(revision).repeat(64);

/** Makes the steps of one walk with the real server. */
export class AgreementWalk {
  constructor(
    private readonly app: App,
    private readonly servers: HeldServers,
    private readonly loan: ApprovedLoan,
  ) {}

  async make({ party, event }: Step): Promise<void> {
    const values = event as typeof event & Values;
    const server = `${this.loan.id} ${party}`;
    const key = this.keyOf(values.lender);
    switch (`${party.replace(/ \d$/, '')} ${event.type}`) {
      case 'server exchange': {
        const run = { signal: new AbortController().signal };
        return this.servers.start(server, () => syncLenderLoanByJob(this.app.services, key, run));
      }
      case 'server time is up':
        return this.servers.reply(server, { kind: 'noResponse' });
      case 'server crash':
        return this.servers.crash(server);
      case 'database accept':
        return this.accept(values.lender, values.revision).catch(ignoreRefusal);
      case 'database decline':
        return this.decline(values.lender, values.revision).catch(ignoreRefusal);
      case 'database sign':
        return this.sign(values.revision).catch(ignoreRefusal);
      case 'database cancel':
        return requestCancellation(this.app.services, this.loan.id).catch(ignoreRefusal);
      case 'database withdraw consent':
        return this.withdraw(key);
      case 'database pay exit': {
        const exit = { purpose: 'cooling_off', instalment: null, idempotencyKey: randomUUID() } as const;
        await createPaymentOrder(this.app.services, this.loan.id, exit).catch(ignoreRefusal);
        return;
      }
      case 'database exit goes back':
        await this.app.db
          .update(payments)
          .set({ state: 'refunded' })
          .where(and(eq(payments.loanId, key.loanId), eq(payments.lenderId, key.lenderId)));
        return this.advance(key);
      case 'database advance':
        return this.advance(key);
    }
  }

  private keyOf(place: number | undefined): { loanId: string; lenderId: LenderId } {
    return { loanId: this.loan.id, lenderId: lenderIds[place ?? 0] ?? 15 };
  }

  /** @param lender is the place of the lender that the server has asked */
  async reply(server: string, lender: number, said: Said): Promise<void> {
    return this.servers.reply(`${this.loan.id} ${server}`, {
      kind: 'servicing',
      ...this.stepsOf(lender, said),
    });
  }

  private proposalOf(place: number, revision: number): string {
    return `P-${this.loan.id}-${place}-${revision}`;
  }

  /** The days on which each lender has made its revisions, from the first on. */
  private readonly madeOn: Day[][] = [[], []];

  private stepsOf(
    place: number,
    { offer, countersigned, payout, isCancelled, isRefused }: Said,
  ): LenderSteps {
    const made = this.madeOn[place] ?? [];
    if (offer) made[offer.revision - 1] = offer.madeOn;
    return {
      ...noLenderSteps,
      offer: offer && {
        ...{ revision: offer.revision, proposalNumber: this.proposalOf(place, offer.revision) },
        ...{ terms: termsOfRevision(offer.revision, offer.madeOn), validUntil: validUntil(offer.madeOn) },
      },
      countersigned:
        countersigned === null ? null : { documentSha256: shaOf(countersigned), at: this.app.clock.now() },
      disbursal:
        payout &&
        disbursalOf(termsOfRevision(payout.revision, made[payout.revision - 1] ?? 0), dateOf(payout.on), {
          proposalNumber: this.proposalOf(place, payout.revision),
          utr: String(payout.transfer),
        }),
      cancelled: isCancelled ? { at: this.app.clock.now() } : null,
      refused: isRefused,
    };
  }

  /** Stores an offer of each lender. */
  async begin(count: number): Promise<void> {
    const { db, clock, services } = this.app;
    await db.update(loans).set({ status: 'approved' }).where(eq(loans.id, this.loan.id));
    const approved = {
      result: { status: 'APPROVED' },
      stage: null,
      offerId: null,
      acceptedAt: null,
    } as const;
    for (const [place, lenderId] of lenderIds.slice(0, count).entries()) {
      const reference = `${lenderId}-${this.loan.id}`;
      await db
        .insert(lenderLoans)
        .values({ loanId: this.loan.id, lenderId, reference, createdAt: clock.now(), ...approved })
        .onConflictDoUpdate({ target: [lenderLoans.loanId, lenderLoans.lenderId], set: approved });
      const said = { offer: { revision: 1, madeOn: 0 as const }, countersigned: null, payout: null };
      const steps = this.stepsOf(place, { ...said, isCancelled: false, isRefused: false });
      await recordLenderSteps(services, this.keyOf(place), steps);
    }
  }

  /** Stores both signatures under the agreement of the first lender. */
  async beginSigned(): Promise<void> {
    await this.accept(0, 1);
    await this.sign(1);
    const countersigned = { documentSha256: shaOf(1), at: this.app.clock.now() };
    await recordLenderSteps(this.app.services, this.keyOf(0), { ...noLenderSteps, countersigned });
  }

  async deleteMessages(): Promise<void> {
    await this.app.db.delete(messages).where(eq(messages.loanId, this.loan.id));
  }

  private async accept(place: number, revision: number): Promise<void> {
    const { db, services, clock } = this.app;
    const { loanId, lenderId } = this.keyOf(place);
    const number = this.proposalOf(place, revision);
    const [offer] = await db.select().from(offers).where(eq(offers.proposalNumber, number));
    const [loan] = await db.select().from(loans).where(eq(loans.id, loanId));
    if (!offer) return;
    const of = { offer_id: offer.id, lender_id: lenderId } as Parameters<typeof acknowledged>[2];
    const keyFactsId = await acknowledged(this.app, this.loan, of);
    await acceptOffer(services, {
      ...{ loanId, offerId: offer.id, customerId: loan?.customerId ?? '' },
      body: { key_facts_id: keyFactsId, consents: consentsTo() } as never,
    });
    const document = { id: randomUUID(), loanId, lenderId, offerId: offer.id, sha256: shaOf(revision) };
    const issued = await db
      .insert(issuedDocuments)
      .values({
        ...{ ...document, kind: 'agreement', language: 'en', number: `A-${number}`, input: {} },
        ...{ key: `issued/${number}`, createdAt: clock.now() },
      })
      .onConflictDoNothing()
      .returning();
    if (issued.length === 0) return;
    await db.insert(signatureRequests).values({
      ...{ id: randomUUID(), loanId, lenderId, documentId: document.id, providerReference: randomUUID() },
      ...{ documentSha256: document.sha256, state: 'requested', createdAt: clock.now() },
    });
  }

  private async decline(place: number, revision: number): Promise<void> {
    const ofNumber = eq(offers.proposalNumber, this.proposalOf(place, revision));
    const [offer] = await this.app.db.select().from(offers).where(ofNumber);
    if (offer) await declineOffer(this.app.services, { loanId: this.loan.id, offerId: offer.id });
  }

  private async sign(revision: number): Promise<void> {
    const { services, db } = this.app;
    let password = '';
    for (const place of [0, 1]) {
      const target = signatureTarget(this.keyOf(place));
      await db.delete(oneTimePasswords);
      await issueOtp(services, { target, purpose: signaturePurpose }, async (_, { otp }) => {
        password = otp;
      });
      const signed = signAgreement(services, this.loan, {
        ...{ loanId: this.loan.id, otp: password, sha256: shaOf(revision) },
      });
      // The password of the other lender's agreement is a wrong one.
      if (await signed.then(() => true, isWrongPassword)) return;
    }
  }

  private async withdraw({ loanId, lenderId }: { loanId: string; lenderId: number }): Promise<void> {
    const { db, services } = this.app;
    const [given] = await db
      .select()
      .from(consents)
      .where(and(eq(consents.loanId, loanId), eq(consents.lenderId, lenderId), isNull(consents.withdrawnAt)));
    if (!given) return;
    await withdrawConsent(
      { ...services, customer: { id: given.customerId } } as never,
      given.id,
      async () => undefined,
    );
  }

  private advance(key: { loanId: string; lenderId: number }): Promise<void> {
    const { db, clock, config } = this.app;
    return transaction(db, async (tx) => {
      const locked = await lockLenderLoan(tx, key, clock.now());
      if (locked) await advanceStage(tx, locked, { now: clock.now(), config });
    });
  }

  /** Reads what the database has, in the form of `modelState`. */
  async readState(count: number) {
    const { db } = this.app;
    const sent = await db.select().from(messages).where(eq(messages.loanId, this.loan.id));
    const queued = new Set(sent.map(({ template }) => template).filter((name) => templates.includes(name)));
    const found = [];
    for (const place of lenderIds.slice(0, count).keys()) found.push(await this.readLender(place));
    return { lenders: found, messages: [...queued].toSorted() };
  }

  private async readLender(place: number) {
    const { db } = this.app;
    const { loanId, lenderId } = this.keyOf(place);
    const of = (table: typeof lenderLoans | typeof offers | typeof payments | typeof servicingCases) =>
      and(eq(table.loanId, loanId), eq(table.lenderId, lenderId));
    const [row] = await db.select().from(lenderLoans).where(of(lenderLoans));
    if (!row) throw new Error('There is no lender loan');
    const stored = await db.select().from(offers).where(of(offers)).orderBy(offers.revision);
    const revisionOf = (id: string | null) => stored.find((one) => one.id === id)?.revision ?? null;
    const signed = await db
      .select({ offerId: issuedDocuments.offerId, state: signatureRequests.state })
      .from(signatureRequests)
      .innerJoin(issuedDocuments, eq(issuedDocuments.id, signatureRequests.documentId))
      .where(and(eq(signatureRequests.loanId, loanId), eq(signatureRequests.lenderId, lenderId)));
    const signatures = signed
      .filter(({ state }) => state !== 'requested')
      .map(({ offerId, state }): [number, Signature] => [revisionOf(offerId) ?? 0, state as Signature])
      .toSorted(([a], [b]) => a - b);
    // The model counts no days, which decide whether an offer that comes late is shown and a payout is told of late.
    const isModelled = notInArray(servicingCases.kind, ['offer_not_shown', 'disbursal_late']);
    const cases = await db
      .select()
      .from(servicingCases)
      .where(and(of(servicingCases), isModelled));
    const paid = await db.select().from(payments).where(of(payments));
    return {
      ...{ stage: row.stage, accepted: revisionOf(row.offerId) },
      declined: Math.max(0, ...stored.map((one) => (one.declinedAt ? one.revision : 0))),
      cases: [...new Set(cases.map(({ kind }) => kind))].toSorted(),
      ...{ offers: stored.map(({ revision }) => revision), signatures, isAsked: row.cancelledAt !== null },
      ...{ isConfirmed: row.cancelConfirmedAt !== null, isRefused: row.refusedAt !== null },
      isExitPaid: paid.some(({ state }) => state === 'captured'),
      payout: row.disbursedOn === null ? null : [row.disbursedOn, row.disbursalUtr],
    };
  }
}

function ignoreRefusal(error: unknown): void {
  const isRefusal = error instanceof Error && 'status' in error && [404, 409].includes(Number(error.status));
  if (!isRefusal) throw error;
}

function isWrongPassword(error: unknown): boolean {
  if (error instanceof Error && 'status' in error && error.status === 400) return false;
  throw error;
}

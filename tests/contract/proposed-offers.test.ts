/** A change of an offer that was accepted (decision 57): proposed, accepted or declined. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Offer } from '../../domain/values/wire.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { readForLender } from '../../server/servicing/customer-steps.ts';
import {
  acceptance,
  acceptedLoan,
  type ApprovedLoan,
  consentsTo,
  exchange,
  lenderDoes,
  servicingOf,
  sign,
  signedInAgain,
  verifyIdentity,
  approvedLoan,
  offerOf,
  stagesOf,
} from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { codesOf } from './calls.ts';

const dayMs = 24 * 60 * 60_000;

describeOnPostgresByDay('an offer', (given) => {
  it('can be accepted until it expires, even if the lender has made another one since', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    await exchange(app, loan);
    const first = await offerOf(app, loan);
    await lenderDoes(app, loan, 'change_offer');
    const { offers: shown, other_offers: others } = (await app.call('listOffers', loan)).body.result;
    expect(shown.find((one: Offer) => one.lender_id === 15)).toMatchObject({ revision: 2, stage: 'offered' });
    expect(others).toEqual([first]);
    expect((await acceptance(app, loan, first)).status).toBe(200);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'accepted' });
    expect(await servicingOf(app, loan)).toMatchObject({
      offer: { revision: 1 },
      proposed_offer: { revision: 2 },
    });
    expect(await decline(loan, first)).toEqual([409, 'servicing.step.notNow']);
    const other = await offerOf(app, loan, 12);
    expect(await decline(loan, other)).toEqual([409, 'servicing.step.notNow']);
  });

  it('an accepted offer keeps its steps until the changed offer of its lender is accepted', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await sign(app, loan);
    await exchange(app, loan);
    await lenderDoes(app, loan, 'countersign');
    await verifyIdentity(app, loan);
    await lenderDoes(app, loan, 'change_offer');
    const proposed = await proposedTo(loan);
    expect(await servicingOf(app, loan)).toMatchObject({
      ...{ stage: 'kyc_verified', next: 'mandate', offer: { revision: 1 } },
      proposed_offer: { revision: 2, stage: 'offered' },
    });
    const body = { key_facts_id: 'none', consents: consentsTo() };
    const path = { id: loan.id, offer_id: proposed.offer_id };
    const unread = await app.call('acceptOffer', { bearer: loan.bearer, path, body });
    expect(codesOf(unread)).toEqual([409, 'servicing.offer.notAcknowledged']);
    expect((await acceptance(app, loan, proposed)).status).toBe(200);
    // Its agreement is to be signed; the identity is known.
    expect(await servicingOf(app, loan)).toMatchObject({
      ...{ stage: 'accepted', next: 'sign', offer: { revision: 2 }, proposed_offer: null },
      kyc: { state: 'verified' },
    });
    expect(codesOf(await acceptance(app, loan, loan.offer))).toEqual([409, 'servicing.offer.another']);
  });

  it('accepting a changed offer ends the order of the advance payment if the amount differs', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const headers = { 'idempotency-key': randomUUID() };
    const order = await app.call('createPaymentOrder', { ...loan, headers, body: { purpose: 'advance' } });
    const orderId: string = order.body.result.order_id;
    expect((await servicingOf(app, loan)).advance.order_id).toBe(orderId);
    await lenderDoes(app, loan, 'change_offer');
    const proposed = await proposedTo(loan);
    expect((await acceptance(app, loan, proposed)).status).toBe(200);
    const { advance } = await servicingOf(app, loan);
    const isSame = advance.amount_paise === order.body.result.amount_paise;
    expect([isSame, advance.order_id]).toEqual([false, null]);
  });

  it('a changed offer can be declined, which the lender is told, or expires by itself', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    const ofChanges = and(eq(messages.loanId, loan.id), eq(messages.template, 'servicing.changed'));
    const told = await app.db.$count(messages, ofChanges);
    await lenderDoes(app, loan, 'change_offer');
    expect(await app.db.$count(messages, ofChanges)).toBeGreaterThan(told);
    const first = await proposedTo(loan);
    await lenderDoes(app, loan, 'change_offer');
    const second = await proposedTo(loan);
    expect(await decline(loan, second)).toEqual([200, undefined]);
    expect(await decline(loan, second)).toEqual([200, undefined]);
    // The one before it is declined with it.
    expect(codesOf(await acceptance(app, loan, first))).toEqual([409, 'servicing.offer.another']);
    expect(await servicingOf(app, loan)).toMatchObject({
      ...{ stage: 'accepted', offer: { revision: 1 }, proposed_offer: null },
    });
    const key = { loanId: loan.id, lenderId: 15 };
    expect((await readForLender(app.db, key))?.steps.declined).toEqual({
      ...{ proposalNumber: second.proposal_number, at: app.clock.now() },
    });
    const acts = await app.db
      .select({ details: timeline.details })
      .from(timeline)
      .where(and(eq(timeline.loanId, loan.id), eq(timeline.act, 'offer.declined')));
    expect(acts).toEqual([{ details: { lender_id: 15, revision: 3 } }]);
    await lenderDoes(app, loan, 'change_offer');
    const third = await proposedTo(loan);
    app.clock.pass(30 * dayMs);
    try {
      const later = { ...loan, ...(await signedInAgain(app, loan)) };
      expect(await servicingOf(app, later)).toMatchObject({ stage: 'accepted', proposed_offer: null });
      expect(codesOf(await acceptance(app, later, third))).toEqual([409, 'servicing.offer.expired']);
    } finally {
      app.clock.pass(-30 * dayMs);
    }
  });

  const proposedTo = async (loan: ApprovedLoan & { offer: Offer }): Promise<Offer> => {
    const { proposed_offer: proposed } = await servicingOf(given.app, loan);
    if (!proposed) throw new Error('Nothing is proposed');
    return proposed;
  };

  const decline = async ({ bearer, id }: ApprovedLoan, { offer_id }: Offer) => {
    const answer = await given.app.call('declineOffer', { bearer, path: { id, offer_id } });
    return [answer.status, answer.body.errors?.[0].code];
  };
});

/** Ends that cross: a cancellation and a payout, and what a lender says against what it has said. */
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { termsOf } from '../../domain/servicing/terms-wire.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import { addDays, todayInIndia } from '../../domain/values/dates.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { payments } from '../../server/db/schema/servicing.ts';
import { syncLenderLoanByJob } from '../../server/servicing/sync-lender-loan.ts';
import { eraseLoan } from '../../server/retention/erase-loan.ts';
import {
  acceptance,
  acceptedLoan,
  approvedLoan,
  cancel,
  countersignedLoan,
  exchange,
  lenderDoes,
  lenderRowOf,
  offerOf,
  offerRowOf,
  pay,
  readMyLoan,
  servicingOf,
  signedInAgain,
  stagesOf,
} from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { codesOf } from './calls.ts';
import { signInOnce } from './desk.ts';
import { lenderCollections } from './lender-collections.ts';
import { disbursalOf } from './lender-steps.ts';
import { applyDueStageChanges } from '../../server/servicing/stage-timer-job.ts';

const hourMs = 60 * 60_000;

describeOnPostgresByDay('ends that cross', (given) => {
  const { casesOf, invoicesOf, kindsOf, lenderSays, pass, templatesOf } = lenderCollections(given);

  it('a cancellation is a request until the lender confirms it, and allows no other step meanwhile', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    await lenderDoes(app, loan, 'hold_cancellation');
    const asked = await cancel(given.app, loan);
    expect(asked).toMatchObject({ stage: 'agreement_signed', next: 'wait_for_cancellation' });
    expect(asked.cancel_requested_at).not.toBeNull();
    await exchange(app, loan);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'agreement_signed' });
    expect(await readMyLoan(app, loan)).toMatchObject({ next: 'wait' });
    const { bearer, path } = loan;
    const mandate = await app.call('createMandate', { bearer, path, body: { method: 'upi' } });
    expect(codesOf(mandate)).toEqual([409, 'servicing.step.notNow']);
    const other = await acceptance(app, loan, await offerOf(app, loan, 12));
    expect(codesOf(other)).toEqual([409, 'servicing.offer.another']);
    await lenderDoes(app, loan, 'confirm_cancellation');
    expect(await servicingOf(app, loan)).toMatchObject({ stage: 'cancelled', next: 'none' });
    expect((await acceptance(app, loan, await offerOf(app, loan, 12))).status).toBe(200);
    expect(await kindsOf(loan)).toEqual([]);
  });

  it('a disbursal after a cancellation request is a loan that can be left in its cooling-off period', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    await lenderDoes(app, loan, 'hold_cancellation');
    await cancel(given.app, loan);
    await lenderDoes(app, loan, 'disburse');
    const servicing = await servicingOf(app, loan);
    expect(servicing).toMatchObject({ stage: 'disbursed', disbursed_on: '2026-07-20' });
    expect(servicing.cooling_off?.exit_paise).toBeGreaterThan(0);
    expect(await kindsOf(loan)).toEqual(['disbursed_after_cancellation']);
    expect(await templatesOf(loan)).toContain('servicing.disbursedAfterCancellation');
    expect(await templatesOf(loan)).not.toContain('servicing.disbursed');
  });

  it('a disbursal reported late can still be left for one whole day, and opens a case', async () => {
    const { app } = given;
    for (const late of [0, 3]) {
      const loan = await countersignedLoan(given.app);
      const { terms, proposalNumber } = await offerRowOf(given.app, loan);
      const before = app.clock.now().getTime();
      app.clock.pass((terms.coolingOffDays + late) * 24 * hourMs);
      try {
        await lenderSays(loan, { disbursal: disbursalOf(terms, '2026-07-20', { proposalNumber }) });
        expect(await kindsOf(loan)).toEqual(['disbursal_late']);
        const signed = { ...loan, ...(await signedInAgain(app, loan)) };
        const heardOn = todayInIndia(app.clock.now());
        const { stage, cooling_off: coolingOff } = await servicingOf(app, signed);
        expect([stage, coolingOff?.ends_on]).toEqual(['disbursed', addDays(heardOn, 1)]);
        expect(coolingOff?.exit_paise).toBeGreaterThan(0);
        await cancel(app, signed);
        app.clock.pass(24 * hourMs);
        await applyDueStageChanges(app.services);
        expect(await lenderRowOf(given.app, loan)).toMatchObject({
          stage: 'disbursed',
          cancelledAt: expect.any(Date),
        });
        app.clock.pass(24 * hourMs);
        await applyDueStageChanges(app.services);
        const again = { ...loan, ...(await signedInAgain(app, loan)) };
        expect(await servicingOf(app, again)).toMatchObject({ stage: 'repaying', cancel_requested_at: null });
      } finally {
        app.clock.pass(before - app.clock.now().getTime());
      }
    }
  });

  it('instalments due before the disbursal was reported become payable the next day, and are not late', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    const { terms, proposalNumber } = await offerRowOf(given.app, loan);
    pass(70 * 24 * hourMs);
    await lenderSays(loan, { disbursal: disbursalOf(terms, '2026-07-20', { proposalNumber }) });
    pass(24 * hourMs);
    const due = (await invoicesOf(loan)).filter(
      ({ kind, due_on }) => kind !== 'up_front' && due_on <= todayInIndia(app.clock.now()),
    );
    expect(due.length).toBeGreaterThan(1);
    expect(due.filter(({ kind, overdue }) => kind === 'late_payment' || overdue)).toEqual([]);
    pass(30 * 24 * hourMs);
    expect((await invoicesOf(loan)).some(({ kind }) => kind === 'late_payment')).toBe(true);
  });

  it('a loan with a cancellation request gets no changed offer, and no other offer can be accepted', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    await lenderDoes(app, loan, 'hold_cancellation');
    await cancel(given.app, loan);
    await lenderDoes(app, loan, 'change_offer');
    expect(await servicingOf(app, loan)).toMatchObject({ next: 'wait_for_cancellation' });
    expect(await servicingOf(app, loan)).toMatchObject({ offer: { revision: 1 }, proposed_offer: null });
    const other = await acceptance(app, loan, await offerOf(app, loan, 12));
    expect(codesOf(other)).toEqual([409, 'servicing.offer.another']);
    await lenderDoes(app, loan, 'confirm_cancellation');
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
  });

  it('a refusal and a disbursal in one answer open a case, and the disbursal counts', async () => {
    const loan = await countersignedLoan(given.app);
    const { terms, proposalNumber } = await offerRowOf(given.app, loan);
    const disbursal = disbursalOf(terms, '2026-07-20', { proposalNumber });
    await lenderSays(loan, { refused: true, disbursal });
    expect(await stagesOf(given.app, loan)).toMatchObject({ 15: 'disbursed' });
    expect(await kindsOf(loan)).toEqual(['disbursed_after_end']);
  });

  it('a disbursal under a former offer is stored, even if it is older than the current acceptance', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    const { terms, proposalNumber } = await offerRowOf(given.app, loan);
    const disbursal = disbursalOf(terms, '2026-07-20', { proposalNumber });
    await lenderDoes(app, loan, 'change_offer');
    const { proposed_offer: proposed } = await servicingOf(app, loan);
    expect((await acceptance(app, loan, proposed ?? loan.offer)).status).toBe(200);
    app.clock.pass(24 * hourMs);
    try {
      const ofLoan = and(eq(lenderLoans.loanId, loan.id), eq(lenderLoans.lenderId, 15));
      await app.db.update(lenderLoans).set({ acceptedAt: app.clock.now() }).where(ofLoan);
      await lenderSays(loan, { disbursal });
      expect(await lenderRowOf(given.app, loan)).toMatchObject({
        stage: 'disbursed',
        disbursedOn: '2026-07-20',
      });
      expect((await kindsOf(loan)).toSorted()).toEqual(['disbursal_differs', 'disbursed_unsigned']);
    } finally {
      app.clock.pass(-24 * hourMs);
    }
  });

  it('a disbursal under an offer that cannot be calculated is stored and opens a case', async () => {
    const { app } = given;
    const loan = await approvedLoan(app);
    const [terms, proposalNumber] = [someLoanTerms(), 'P1'];
    const unreadable = { ...terms, interest: { ...terms.interest, rate: '12.5%' } };
    const validUntil = new Date(app.clock.now().getTime() + 5 * 24 * hourMs);
    await lenderSays(loan, { offer: { revision: 1, proposalNumber, validUntil, terms: unreadable } });
    await lenderSays(loan, { disbursal: disbursalOf(terms, '2026-07-20', { proposalNumber }) });
    expect(await lenderRowOf(app, loan)).toMatchObject({ disbursedOn: '2026-07-20', offerId: null });
    expect(await kindsOf(loan)).toEqual(['offer_not_shown', 'disbursal_differs']);
  });

  it.each([true, false])(
    'a disbursal under a proposed change opens a case, declined: %s',
    async (isDeclined) => {
      const { app } = given;
      const loan = await countersignedLoan(given.app);
      await lenderDoes(app, loan, 'change_offer');
      const { proposed_offer: proposed } = await servicingOf(app, loan);
      if (!proposed) throw new Error('Nothing is proposed');
      const { offer_id, proposal_number: proposalNumber } = proposed;
      const call = { bearer: loan.bearer, path: { id: loan.id, offer_id } };
      if (isDeclined) expect((await app.call('declineOffer', call)).status).toBe(200);
      await lenderSays(loan, {
        disbursal: disbursalOf(termsOf(proposed.terms), '2026-07-20', { proposalNumber }),
      });
      expect(await kindsOf(loan)).toEqual(['disbursal_differs']);
      expect(await servicingOf(app, loan)).toMatchObject({ stage: 'disbursed', offer: { revision: 1 } });
    },
  );

  it('a disbursal ends a confirmed cancellation for good, and the loan can be left in its cooling-off time', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    const asked = await cancel(given.app, loan);
    await exchange(app, loan);
    const { terms, proposalNumber } = await offerRowOf(given.app, loan);
    const cancelled = { at: app.clock.now() };
    const disbursal = disbursalOf(terms, '2026-07-20', { proposalNumber });
    const repeats = () => lenderSays(loan, { cancelled, disbursal });
    await repeats();
    const { exit_paise: exitPaise } = (await servicingOf(app, loan)).cooling_off ?? { exit_paise: 0 };
    await pay(app, { ...loan, ...asked }, 'cooling_off', exitPaise);
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'cancelled' });
    const ofExit = and(eq(payments.loanId, loan.id), eq(payments.amountPaise, exitPaise));
    await app.db.update(payments).set({ state: 'refunded' }).where(ofExit);
    await repeats();
    expect(await kindsOf(loan)).toEqual(['disbursed_after_cancellation', 'reopened']);
    app.clock.pass(20 * 24 * hourMs);
    try {
      await repeats();
      await repeats();
      expect(await lenderRowOf(given.app, loan)).toMatchObject({
        stage: 'repaying',
        refusedAt: null,
      });
    } finally {
      app.clock.pass(-20 * 24 * hourMs);
    }
  });

  it('a disbursal after a confirmed cancellation or a refusal is stored and opens a case', async () => {
    const { app } = given;
    const cancelled = await countersignedLoan(given.app);
    await cancel(given.app, cancelled);
    await exchange(app, cancelled);
    expect(await stagesOf(app, cancelled)).toMatchObject({ 15: 'cancelled' });
    await lenderDoes(app, cancelled, 'disburse');
    expect(await stagesOf(app, cancelled)).toMatchObject({ 15: 'disbursed' });
    expect(await kindsOf(cancelled)).toEqual(['disbursed_after_cancellation']);
    const refused = await countersignedLoan(given.app);
    await lenderDoes(app, refused, 'refuse');
    await app.db.delete(jobs);
    await lenderDoes(app, refused, 'disburse');
    expect(await app.db.select().from(jobs)).toContainEqual(
      expect.objectContaining({ kind: 'lender.servicing', payload: { loanId: refused.id, lenderId: 15 } }),
    );
    expect(await stagesOf(app, refused)).toMatchObject({ 15: 'disbursed' });
    expect(await kindsOf(refused)).toEqual(['disbursed_after_end']);
  });

  it('a second loan of one application is kept beside the first and opens a case', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    await cancel(given.app, loan);
    await exchange(app, loan);
    expect((await acceptance(app, loan, await offerOf(app, loan, 12))).status).toBe(200);
    await lenderDoes(app, loan, 'disburse');
    expect(await stagesOf(app, loan)).toMatchObject({ 12: 'accepted', 15: 'disbursed' });
    expect(await kindsOf(loan)).toEqual(['disbursed_after_cancellation', 'disbursed_twice']);
  });

  it('a cancellation that the lender leaves unanswered for a day opens one case', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await lenderDoes(app, loan, 'hold_cancellation');
    const cancelledAt = app.clock.now();
    await cancel(given.app, loan);
    await exchange(app, loan);
    expect(await kindsOf(loan)).toEqual([]);
    app.clock.pass(25 * hourMs);
    try {
      await exchange(app, loan);
      await exchange(app, loan);
      expect(await casesOf(loan)).toMatchObject([
        {
          kind: 'cancellation_unanswered',
          details: [{ name: 'cancelled_at', known: cancelledAt.toISOString(), said: null }],
        },
      ]);
      await lenderDoes(app, loan, 'confirm_cancellation');
      expect(await casesOf(loan)).toMatchObject([{ settledBy: 'answer', closedAt: app.clock.now() }]);
    } finally {
      app.clock.pass(-25 * hourMs);
    }
  });

  it('a lender silent about an accepted loan for weeks opens a case and is asked again the next day', async () => {
    const { app } = given;
    const [approved, loan] = [await approvedLoan(app), await acceptedLoan(app)];
    const lender = app.services.adapters.lenders[15];
    if (!lender) throw new Error('It is not there');
    const { exchangeServicing } = lender;
    const ask = ({ id }: { id: string }, isLastAttempt = true, signal = new AbortController().signal) =>
      syncLenderLoanByJob(app.services, { loanId: id, lenderId: 15 }, { signal, isLastAttempt });
    const nextDay = { runAt: new Date(app.clock.now().getTime() + 24 * hourMs) };
    try {
      lender.exchangeServicing = async () => ({ kind: 'noResponse' });
      expect(await ask(loan, false)).toBe('retry');
      expect(await ask(loan, true, AbortSignal.abort())).toBe('retry');
      expect(await kindsOf(loan)).toEqual([]);
      expect(await ask(loan)).toEqual(nextDay);
      expect(await ask(approved)).toBe('retry');
    } finally {
      lender.exchangeServicing = exchangeServicing;
    }
    // An answer that repeats itself endlessly counts as silence too.
    expect(await ask(loan)).toEqual(nextDay);
    expect(await kindsOf(loan)).toEqual(['lender_silent']);
    expect(await kindsOf(approved)).toEqual([]);
    await lenderSays(loan, { refused: true });
    expect(await casesOf(loan)).toMatchObject([{ settledBy: 'answer' }]);
  });

  it('a cancellation opens its case at once when its day ends during an unanswered call to the lender', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await lenderDoes(app, loan, 'hold_cancellation');
    const lender = app.services.adapters.lenders[15];
    if (!lender) throw new Error('It is not there');
    const { exchangeServicing } = lender;
    lender.exchangeServicing = async () => {
      await cancel(app, loan);
      app.clock.pass(25 * hourMs);
      return { kind: 'noResponse' };
    };
    try {
      const key = { loanId: loan.id, lenderId: 15 };
      const signal = new AbortController().signal;
      expect(await syncLenderLoanByJob(app.services, key, { signal })).toBe('retry');
      expect(await kindsOf(loan)).toEqual(['cancellation_unanswered']);
    } finally {
      lender.exchangeServicing = exchangeServicing;
      app.clock.pass(-25 * hourMs);
    }
  });

  it('a case is listed until staff close it with a note, and it cannot be closed twice', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await lenderSays(loan, { countersigned: { documentSha256: 'd'.repeat(64), at: app.clock.now() } });
    const jar = await signInOnce(app);
    const listed = async () =>
      (await app.call('listOpenCases', { jar })).body.result.filter(
        ({ loan_id: id }: { loan_id: string }) => id === loan.id,
      );
    const [found] = await listed();
    expect(found).toMatchObject({
      lender_name: expect.stringContaining('15'),
      case: { kind: 'countersigned_other' },
    });
    expect(await eraseLoan(app.services, loan.id)).toBe('running');
    const path = { id: loan.id, case_id: found.case.case_id };
    const body = { note: 'The lender has sent the right one.' };
    const closed = await app.call('closeCase', { jar, path, body });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect(closed.body.result.cases).toEqual([
      expect.objectContaining({
        note: body.note,
        closed_at: expect.any(String),
        closed_by: expect.any(String),
      }),
    ]);
    expect(await listed()).toEqual([]);
    expect(codesOf(await app.call('closeCase', { jar, path, body }))).toEqual([409, 'servicing.case.closed']);
    // The same is not opened again.
    await lenderSays(loan, { countersigned: { documentSha256: 'd'.repeat(64), at: app.clock.now() } });
    expect(await listed()).toEqual([]);
  });
});

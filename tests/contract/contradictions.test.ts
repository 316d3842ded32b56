/** A lender's contradiction of the agreed terms or of its own earlier answers is stored and opens a case for staff. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addDays, type IsoDate, todayInIndia, workingDaysAfter } from '../../domain/values/dates.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { offers } from '../../server/db/schema/servicing.ts';
import { recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import {
  acceptedLoan,
  approvedLoan,
  countersignedLoan,
  exchange,
  lenderDoes,
  lenderRowOf,
  offerRowOf,
  servicingOf,
  stagesOf,
} from './approved-loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { lenderCollections } from './lender-collections.ts';
import { disbursalOf, noLenderSteps } from './lender-steps.ts';

describeOnPostgresByDay('what a lender contradicts', (given) => {
  const { kindsOf, lenderSays } = lenderCollections(given);

  it('a disbursal on an impossible day opens a case, and a later possible day counts', async () => {
    const { app } = given;
    const loan = await countersignedLoan(given.app);
    const { terms, proposalNumber } = await offerRowOf(given.app, loan);
    const said = (on: string) => lenderSays(loan, { disbursal: disbursalOf(terms, on, { proposalNumber }) });
    await said('2062-01-01');
    await said('2026-07-01');
    expect(await stagesOf(app, loan)).toMatchObject({ 15: 'agreement_signed' });
    expect(await kindsOf(loan)).toEqual(['disbursal_day', 'disbursal_day']);
    await said('2026-07-20');
    expect(await lenderRowOf(given.app, loan)).toMatchObject({
      stage: 'disbursed',
      disbursedOn: '2026-07-20',
      disbursalUtr: 'UTR1',
    });
    await said('2026-07-19');
    expect(await lenderRowOf(given.app, loan)).toMatchObject({ disbursedOn: '2026-07-20' });
    expect((await kindsOf(loan)).toSorted()).toEqual(['disbursal_changed', 'disbursal_day', 'disbursal_day']);
  });

  it('a disbursal that differs from the accepted offer is stored with a case, even before both have signed', async () => {
    const loan = await acceptedLoan(given.app);
    const { terms } = await offerRowOf(given.app, loan);
    const disbursal = disbursalOf(terms, '2026-07-20', { amountPaise: 100, proposalNumber: 'another' });
    await lenderSays(loan, { disbursal });
    expect(await lenderRowOf(given.app, loan)).toMatchObject({ stage: 'disbursed', disbursedPaise: 100 });
    // The institution has received what the lender says, and not what the offer would have paid.
    expect((await servicingOf(given.app, loan)).institution.received_paise).toBe(100);
    const [{ loanDetails } = {}] = await given.app.db.select().from(loans).where(eq(loans.id, loan.id));
    expect(loanDetails).toMatchObject({ disbursed_amount: 1 });
    expect((await kindsOf(loan)).toSorted()).toEqual(['disbursal_differs', 'disbursed_unsigned']);
  });

  it.each([
    ['with other figures than ours', { apr: '1' }],
    ['with impossible terms', { coolingOffDays: 0 }],
  ])('a disbursal of an offer %s, which nobody was shown, is stored and opens a case', async (_, changes) => {
    const loan = await approvedLoan(given.app);
    await exchange(given.app, loan);
    const { terms, validUntil } = await offerRowOf(given.app, loan);
    const proposalNumber = `H-${loan.id}`;
    const offer = { revision: 7, proposalNumber, validUntil, terms: { ...terms, ...changes } };
    await lenderSays(loan, { offer }, 11);
    await lenderSays(loan, { offer, disbursal: disbursalOf(terms, '2026-07-20', { proposalNumber }) }, 11);
    expect(await kindsOf(loan)).toContain('disbursal_differs');
    expect(await stagesOf(given.app, loan)).toMatchObject({ 11: 'disbursed' });
  });

  it('an offer that bank holidays leave fewer than three working days is not shown', async () => {
    const { services, clock, db } = given.app;
    const loan = await approvedLoan(given.app);
    await exchange(given.app, loan);
    const { terms } = await offerRowOf(given.app, loan);
    const today = todayInIndia(clock.now());
    // The last day is whole.
    const validUntil = new Date(
      Date.parse(`${addDays(workingDaysAfter(today, 3), 1)}T00:00:00+05:30`) - 1000,
    );
    const offered = (revision: number, holidays: IsoDate[]) => {
      const offer = {
        revision,
        proposalNumber: `D${revision}-${loan.id}`,
        terms,
        validUntil,
      };
      const needs = { ...services, config: { ...services.config, holidays } };
      return recordLenderSteps(needs, { loanId: loan.id, lenderId: 11 }, { ...noLenderSteps, offer });
    };
    await offered(21, []);
    await offered(22, [workingDaysAfter(today, 2)]);
    const rows = await db.select().from(offers).where(eq(offers.loanId, loan.id));
    const differences = Object.fromEntries(rows.map((row) => [row.revision, row.differences]));
    expect(differences[21]).toBeNull();
    expect(differences[22]).toMatchObject([{ member: 'validUntil' }]);
  });

  it('two lenders may use the same offer number, and a changed offer under a known number opens a case', async () => {
    const loan = await approvedLoan(given.app);
    await exchange(given.app, loan);
    const { terms, validUntil } = await offerRowOf(given.app, loan);
    const proposalNumber = `LN-${loan.id}`;
    const offered = (lenderId: number, revision: number) =>
      lenderSays(loan, { offer: { revision, proposalNumber, terms, validUntil } }, lenderId);
    await offered(11, 7);
    await offered(15, 7);
    await offered(15, 7);
    const ofNumber = eq(offers.proposalNumber, proposalNumber);
    expect(await given.app.db.$count(offers, ofNumber)).toBe(2);
    expect(await kindsOf(loan)).toEqual([]);
    await offered(15, 8);
    expect(await kindsOf(loan)).toEqual(['offer_conflict']);
  });

  it('an offer that comes after the disbursal opens one case', async () => {
    const loan = await countersignedLoan(given.app);
    await lenderDoes(given.app, loan, 'disburse');
    const { terms, validUntil } = await offerRowOf(given.app, loan);
    const offer = { revision: 9, proposalNumber: `N-${loan.id}`, terms, validUntil };
    for (const _ of [1, 2]) await lenderSays(loan, { offer });
    expect(await kindsOf(loan)).toEqual(['offer_conflict']);
    expect(await servicingOf(given.app, loan)).toMatchObject({
      offer: { revision: 1 },
      proposed_offer: null,
    });
  });
});

/** The messages of a lender's collections, their effects, and a loan with an announced debit. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect } from 'vitest';
import type { LenderCollection, LenderSteps } from '../../server/adapters/lender.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { servicingCases } from '../../server/db/schema/servicing.ts';
import { timeline } from '../../server/db/schema/review.ts';
import { recordLenderSteps } from '../../server/servicing/sync-lender-loan.ts';
import { readInvoices, readServicing } from '../../server/servicing/read-servicing.ts';
import { remindByJob } from '../../server/servicing/remind-job.ts';
import { timeInIndia } from '../../server/outbox/contact-hours.ts';
import { type ApprovedLoan, disbursedLoan } from './approved-loans.ts';
import type { TestContext } from './both-databases.ts';
import { noLenderSteps } from './lender-steps.ts';

const dayMs = 24 * 60 * 60_000;
const signal = new AbortController().signal;

/** Makes the tools for one file; each test leaves the clock as it was. */
export function lenderCollections(given: TestContext) {
  let passed = 0;
  const pass = (ms: number) => {
    given.app.clock.pass(ms);
    passed += ms;
  };
  const goTo = (day: string, hour: number) =>
    pass(timeInIndia(day, hour).getTime() - given.app.clock.now().getTime());
  afterEach(() => pass(-passed));

  const casesOf = ({ id }: { id: string }) =>
    given.app.db
      .select()
      .from(servicingCases)
      .where(eq(servicingCases.loanId, id))
      .orderBy(sql`ctid`);
  const kindsOf = async (loan: { id: string }) => (await casesOf(loan)).map(({ kind }) => kind);
  const lenderSays = ({ id }: { id: string }, steps: Partial<LenderSteps>, lenderId = 15) =>
    recordLenderSteps(given.app.services, { loanId: id, lenderId }, { ...noLenderSteps, ...steps });
  const collects = (loan: ApprovedLoan, ...collections: LenderCollection[]) =>
    lenderSays(loan, { collections });
  const templatesOf = async ({ id }: { id: string }) =>
    (await given.app.db.select().from(messages).where(eq(messages.loanId, id))).map(
      ({ template }) => template,
    );
  const textsOf = async ({ id }: ApprovedLoan, template: string) =>
    (await given.app.db.select().from(messages).where(eq(messages.loanId, id)))
      .filter((message) => message.template === template)
      .map(({ text }) => text);
  const actsOf = async ({ id }: ApprovedLoan) =>
    (await given.app.db.select().from(timeline).where(eq(timeline.loanId, id))).map(({ act }) => act);
  const invoicesOf = async ({ id }: ApprovedLoan) =>
    (await readInvoices(given.app.db, id, { state: undefined, now: given.app.clock.now() })).invoices;
  const servicingOf = ({ id }: ApprovedLoan) => {
    const { db, clock, config } = given.app;
    return readServicing(db, id, { profiles: config.lenderProfiles, now: clock.now() });
  };
  const instalmentOf = async (loan: ApprovedLoan, number: number) => {
    const found = (await invoicesOf(loan)).find((one) => one.kind === 'instalment' && one.number === number);
    if (!found) throw new Error('There is no such instalment');
    return found;
  };
  const order = async (
    { bearer, path }: ApprovedLoan,
    purpose: 'instalment' | 'foreclosure',
    number?: number,
  ) =>
    given.app.call('createPaymentOrder', {
      ...{ bearer, path, headers: { 'idempotency-key': randomUUID() } },
      body: { purpose, ...(number !== undefined && { instalment: number }) },
    });

  /** A disbursed loan whose first debit is announced, on the day after the notice. */
  async function announcedLoan() {
    const loan = await disbursedLoan(given.app);
    const { next_invoice: first } = await servicingOf(loan);
    if (!first) throw new Error('Nothing is due');
    goTo(first.due_on, 10);
    pass(-3 * dayMs);
    const key = { loanId: loan.id, lenderId: 15 };
    expect(await remindByJob(given.app.services, { ...key, dueOn: first.due_on }, { signal })).toBe('done');
    const debit: LenderCollection = {
      ...{ id: `D-${loan.id}`, instalment: first.number, on: first.due_on, amountPaise: first.amount_paise },
      ...{ state: 'collected', reason: null },
    };
    return { loan, first, debit };
  }
  return {
    pass,
    goTo,
    casesOf,
    kindsOf,
    lenderSays,
    collects,
    templatesOf,
    textsOf,
    actsOf,
    invoicesOf,
    servicingOf,
    instalmentOf,
    order,
    announcedLoan,
  };
}

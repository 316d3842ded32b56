/** The identity check and the mandate of an accepted loan (decision 68), with the sandbox's providers. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { loans } from '../../server/db/schema/loans.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { kycChecks, mandates, servicingCases } from '../../server/db/schema/servicing.ts';
import { createFaults } from '../../server/sandbox/index.ts';
import { sandboxAdapters } from '../../server/sandbox/adapters.ts';
import { type AcceptedLoan, acceptedLoan, disbursed, signed, stageOf } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signedIn } from './customers.ts';
import { jobRunnerFor } from './job-runner.ts';
import { press, shownPage } from './provider-pages.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeOnPostgres('a step after the acceptance', (given) => {
  const work = jobRunnerFor(given);
  const startKyc = ({ bearer, id }: AcceptedLoan) =>
    given.app.call('startKyc', { bearer, body: { loan_id: id } });
  const kycUrl = async (loan: AcceptedLoan): Promise<string> => {
    const { status, body } = await startKyc(loan);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.result.url;
  };
  const checksOf = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(kycChecks).where(eq(kycChecks.loanId, id)).orderBy(kycChecks.createdAt);
  const createMandate = ({ bearer, id }: AcceptedLoan, method = 'upi') =>
    given.app.call('createMandate', { bearer, path: { id }, body: { method } });
  const mandatesOf = ({ id }: AcceptedLoan) =>
    given.app.db.select().from(mandates).where(eq(mandates.loanId, id)).orderBy(mandates.createdAt);
  const servicing = async ({ bearer, id }: AcceptedLoan) =>
    (await given.app.call('readServicing', { bearer, path: { id } })).body.result;

  it('verifies the identity: the event makes the server ask, and the stage follows', async () => {
    const loan = await acceptedLoan(given.app);
    await signed(given.app, loan);
    const url = await kycUrl(loan);
    expect(await shownPage(given.app, url)).toContain('Verify the identity');
    work();
    const { location, events } = await press(given.app, url, { outcome: 'verified' });
    expect(events).toEqual([200]);
    expect(new URL(location ?? '').pathname).toBe(`/app/loan/${loan.id}/servicing`);
    await expect.poll(async () => (await checksOf(loan)).map(({ state }) => state)).toEqual(['verified']);
    expect(await stageOf(given.app, loan)).toBe('kyc_verified');
    expect((await servicing(loan)).kyc).toMatchObject({
      state: 'verified',
      name_matches: true,
      failure: null,
    });
    expect((await startKyc(loan)).body.errors).toMatchObject([{ code: 'servicing.step.done' }]);
  });

  it('a name on record that differs from the application is shown, and stored encrypted', async () => {
    const loan = await acceptedLoan(given.app);
    work();
    await press(given.app, await kycUrl(loan), { outcome: 'other_name' });
    await expect.poll(async () => (await checksOf(loan))[0]?.state).toBe('verified');
    const [check] = await checksOf(loan);
    expect(check?.nameOnRecord).toMatch(/^v1\./);
    expect((await servicing(loan)).kyc).toMatchObject({
      name_on_record: 'LAKSHMI NARAYANAN',
      name_matches: false,
    });
    const cases = given.app.db.select().from(servicingCases).where(eq(servicingCases.loanId, loan.id));
    expect((await cases).map(({ kind }) => kind)).toEqual(['name_differs']);
  });

  it('an unreadable account or PAN is not sent to a provider', async () => {
    const loan = await acceptedLoan(given.app);
    const unread = { bankDetails: {}, personalDetails: {} };
    await given.app.db.update(loans).set(unread).where(eq(loans.id, loan.id));
    expect((await createMandate(loan)).status).toBe(503);
    expect((await startKyc(loan)).status).toBe(503);
  });

  it('a failed check is followed by another, even if its event was lost', async () => {
    const loan = await acceptedLoan(given.app);
    await press(given.app, await kycUrl(loan), { outcome: 'document_unreadable' }, { isDelivered: false });
    given.app.clock.pass(minuteMs);
    work();
    await expect.poll(async () => (await checksOf(loan))[0]?.state).toBe('failed');
    expect((await servicing(loan)).kyc).toMatchObject({ state: 'failed', failure: 'document_unreadable' });
    await press(given.app, await kycUrl(loan), { outcome: 'verified' });
    await expect
      .poll(async () => (await checksOf(loan)).map(({ state }) => state))
      .toEqual(['failed', 'verified']);
  });

  it('the link stays the same until it expires, and is then replaced for the same check', async () => {
    const loan = await acceptedLoan(given.app);
    const url = await kycUrl(loan);
    expect(await kycUrl(loan)).toBe(url);
    work();
    await press(given.app, url, { outcome: 'token_expired' });
    expect(await shownPage(given.app, url)).toContain('This link has expired');
    await expect.poll(() => kycUrl(loan)).not.toBe(url);
    const next = await kycUrl(loan);
    expect(await shownPage(given.app, next)).toContain('Verify the identity');
    const asked = await given.app.call('regenerateKycToken', {
      bearer: loan.bearer,
      body: { loan_id: loan.id },
    });
    expect(asked.body.result.url).not.toBe(next);
    expect(await shownPage(given.app, next)).toContain('This link has expired');
    expect(await checksOf(loan)).toHaveLength(1);
  });

  it('a call of the customer does not put off the check that an event asks for', async () => {
    const loan = await acceptedLoan(given.app);
    const url = await kycUrl(loan);
    await press(given.app, url, { outcome: 'token_expired' });
    const [check] = await checksOf(loan);
    const dueIn = async () => {
      const rows = await given.app.db.select().from(jobs).where(eq(jobs.kind, 'provider.check'));
      const job = rows.find(({ payload }) => payload.id === check?.id);
      return (job?.runAt.getTime() ?? NaN) - given.app.clock.now().getTime();
    };
    await expect.poll(dueIn).toBeLessThanOrEqual(0);
    await kycUrl(loan);
    expect(await dueIn()).toBeLessThanOrEqual(0);
  });

  it('a job checks it again when it continues after a month', async () => {
    const { app } = given;
    const loan = await acceptedLoan(app);
    await kycUrl(loan);
    await createMandate(loan);
    const jobsOf = async () => {
      const rows = await app.db.select().from(jobs).where(eq(jobs.kind, 'provider.check'));
      const own = [...(await checksOf(loan)), ...(await mandatesOf(loan))].map(({ id }) => id);
      return rows.map(({ payload }) => String(payload.id)).filter((id) => own.includes(id));
    };
    expect(await jobsOf()).toHaveLength(2);
    app.clock.pass(40 * dayMs);
    try {
      work();
      await expect.poll(jobsOf).toEqual([]);
      Object.assign(loan, await signedIn(app, loan.mobile));
      const url = await kycUrl(loan);
      await createMandate(loan);
      expect((await mandatesOf(loan)).map(({ state }) => state)).toEqual(['cancelled', 'requested']);
      const [check] = await checksOf(loan);
      expect((await jobsOf()).toSorted()).toEqual([check?.id, (await mandatesOf(loan))[1]?.id].toSorted());
      await press(app, url, { outcome: 'verified' }, { isDelivered: false });
      app.clock.pass(minuteMs);
      await expect.poll(async () => (await checksOf(loan)).map(({ state }) => state)).toEqual(['verified']);
      app.clock.pass(-minuteMs);
    } finally {
      app.clock.pass(-40 * dayMs);
    }
  });

  it('has one check, however often it is begun at once', async () => {
    const loan = await acceptedLoan(given.app);
    const answers = await Promise.all([startKyc(loan), startKyc(loan), startKyc(loan)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await checksOf(loan)).toHaveLength(1);
  });

  it('gives 504 without a provider response and 502 for a refusal, and continues the same check', async () => {
    const loan = await acceptedLoan(given.app);
    const faults = createFaults();
    const { adapters } = given.app.services;
    const before = adapters.kyc;
    adapters.kyc = sandboxAdapters.openKyc({ ...given.app.services, switches: faults });
    try {
      const statuses = [];
      for (const fault of ['timedOut', 'cut', 'lost', 'refused'] as const) {
        faults.arm({ operation: 'kyc.request', fault });
        statuses.push((await startKyc(loan)).status);
      }
      faults.arm({ operation: 'kyc.request', fault: 'slow', ms: 5 });
      statuses.push((await startKyc(loan)).status);
      expect(statuses).toEqual([504, 504, 504, 502, 200]);
      adapters.kyc = undefined;
      expect(await startKyc(loan)).toMatchObject({ status: 502, body: { code: 'refusal.noProvider' } });
    } finally {
      adapters.kyc = before;
    }
    expect(await checksOf(loan)).toHaveLength(1);
  });

  it('the mandate is registered by the last method chosen, and never twice', async () => {
    const loan = await acceptedLoan(given.app);
    await signed(given.app, loan);
    work();
    const first = (await createMandate(loan, 'net_banking')).body.result.url;
    expect((await createMandate(loan, 'net_banking')).body.result.url).toBe(first);
    const url = (await createMandate(loan, 'debit_card')).body.result.url;
    expect(await shownPage(given.app, first)).toContain('This mandate is settled: cancelled');
    await press(given.app, url, { outcome: 'registered' });
    await expect
      .poll(async () => (await mandatesOf(loan)).map(({ state }) => state))
      .toEqual(['cancelled', 'registered']);
    const [, registered] = await mandatesOf(loan);
    expect(registered).toMatchObject({ method: 'debit_card', limitPaise: 630_000 });
    expect(registered?.registrationNumber).toMatch(/^FPTH\d+$/);
    expect((await createMandate(loan, 'upi')).status).toBe(409);
    await press(given.app, await kycUrl(loan), { outcome: 'verified' });
    await expect.poll(() => stageOf(given.app, loan)).toBe('mandate_registered');
  });

  it('another method is possible when the provider refuses the first for good', async () => {
    const loan = await acceptedLoan(given.app);
    const { adapters } = given.app.services;
    const before = adapters.mandates;
    if (!before) throw new Error('The sandbox has a provider');
    adapters.mandates = {
      ...before,
      request: async (request, signal) =>
        request.method === 'upi' ? { kind: 'failed', isFinal: true } : before.request(request, signal),
    };
    try {
      expect((await createMandate(loan, 'upi')).status).toBe(502);
      expect((await createMandate(loan, 'debit_card')).status).toBe(200);
    } finally {
      adapters.mandates = before;
    }
  });

  it('a superseded mandate is cancelled at the provider, even if it was about to be requested', async () => {
    const loan = await acceptedLoan(given.app);
    const { adapters } = given.app.services;
    const before = adapters.mandates;
    if (!before) throw new Error('The sandbox has a provider');
    let requests = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    adapters.mandates = {
      ...before,
      request: async (request, signal) => {
        requests += 1;
        if (requests === 1) await released;
        return before.request(request, signal);
      },
    };
    try {
      const slow = createMandate(loan, 'net_banking');
      await expect.poll(() => requests).toBe(1);
      expect((await createMandate(loan, 'debit_card')).status).toBe(200);
      release();
      expect((await slow).body.errors).toMatchObject([{ code: 'servicing.step.notNow' }]);
    } finally {
      adapters.mandates = before;
    }
    const states: Record<string, unknown> = {};
    for (const { method, state, providerReference } of await mandatesOf(loan))
      states[method] = [state, await before.read(providerReference, AbortSignal.timeout(5000))];
    expect(states).toMatchObject({
      net_banking: ['cancelled', { state: 'cancelled' }],
      debit_card: ['requested', { state: 'requested' }],
    });
  });

  it('no second mandate begins when the first was registered without an event', async () => {
    const loan = await acceptedLoan(given.app);
    const { body } = await createMandate(loan, 'net_banking');
    await press(given.app, body.result.url, { outcome: 'registered' }, { isDelivered: false });
    expect((await createMandate(loan, 'upi')).body.errors).toMatchObject([{ code: 'servicing.step.done' }]);
    expect((await mandatesOf(loan)).map(({ state }) => state)).toEqual(['registered']);
  });

  it('tells why a bank refused', async () => {
    const loan = await acceptedLoan(given.app);
    const { body } = await createMandate(loan);
    work();
    await press(given.app, body.result.url, { outcome: 'bank_refused' });
    await expect.poll(async () => (await mandatesOf(loan))[0]?.state).toBe('failed');
    expect((await servicing(loan)).mandate).toMatchObject({ state: 'failed', failure: 'bank_refused' });
    expect((await createMandate(loan)).status).toBe(200);
  });

  it('requires the owner of a loan with an accepted offer; the identity check ends at the disbursal', async () => {
    const loan = await acceptedLoan(given.app);
    const other = await acceptedLoan(given.app);
    expect((await startKyc({ ...loan, bearer: other.bearer })).status).toBe(404);
    expect((await createMandate({ ...loan, bearer: other.bearer })).status).toBe(404);
    await disbursed(given.app, loan);
    expect((await startKyc(loan)).body.errors).toMatchObject([{ code: 'servicing.step.notNow' }]);
    expect((await createMandate(loan)).status).toBe(200);
  });
});

/** The sandbox lender does what its table says (decision 28), through the whole server. */
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { lenderPortal } from '../../domain/lending/lender-portal.ts';
import { sandboxPortal } from '../../server/sandbox/lender-portal.ts';
import { actAsLender, exchangeWithSandbox } from '../../server/sandbox/lender-servicing.ts';
import { sandboxTerms } from '../../server/sandbox/lender-terms.ts';
import { lenderIds } from '../../server/adapters/lenders.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { sandboxLenderLoans } from '../../server/db/schema/sandbox.ts';
import { pushLoan } from '../../server/push/push.ts';
import { describeOnPostgres } from './both-databases.ts';
import { application, push, readLoan, saveApplication, submitted } from './fixtures.ts';

describeOnPostgres('the sandbox lender', (given) => {
  it.each([
    ['0002', { status: 'REJECTED' }, 'rejected'],
    ['0003', { status: 'PENDING' }, 'pending'],
    ['0004', { status: 'IN_PROGRESS' }, 'in_progress'],
    ['1001', { status_code: 1001 }, 'under_review'],
    ['0400', { statusCode: 400 }, 'under_review'],
    ['0009', { status: 'APPROVED' }, 'approved'],
    [
      '1234',
      { status: 'APPROVED', url: expect.stringMatching(/^http:\/\/localhost:4000\/sandbox\/lender\//) },
      'approved',
    ],
  ])('answers PAN digits %s with %j', async (digits, result, status) => {
    const opened = await submitted(given.app, digits);
    const { body } = await push(given.app, opened);
    expect(body.result).toMatchObject(result);
    expect('url' in body.result).toBe('url' in result);
    expect((await readLoan(given.app, opened)).status).toBe(status);
  });

  it('answers 0504 with a 504 once and then approves, with one lender loan', async () => {
    const opened = await submitted(given.app, '0504');
    const before = (await given.app.db.select().from(sandboxLenderLoans)).length;
    expect((await push(given.app, opened)).status).toBe(504);
    expect((await push(given.app, opened)).body.result.status).toBe('APPROVED');
    expect((await given.app.db.select().from(sandboxLenderLoans)).length).toBe(before + 1);
  });

  it('answers 5504 with a 504 always, until the PAN is another', async () => {
    const opened = await submitted(given.app, '5504');
    for (let times = 0; times < 3; times += 1) expect((await push(given.app, opened)).status).toBe(504);
    const { body } = await saveApplication(given.app, opened, application('0002'));
    expect((await push(given.app, { ...opened, loan: body.result })).body.result.status).toBe('REJECTED');
  });

  it('answers 0500 with an error and its message, until the PAN is another', async () => {
    const opened = await submitted(given.app, '0500');
    const { status, body } = await push(given.app, opened);
    expect([status, body.message]).toEqual([
      502,
      'The lender has a fault of its own. Please try again later.',
    ]);
    const mended = await saveApplication(given.app, opened, application('1234'));
    expect((await push(given.app, { ...opened, loan: mended.body.result })).status).toBe(200);
  });

  it('refuses 0422 for good, with its message, and the loan says so until something else is submitted', async () => {
    const message = 'The lender does not take this application.';
    const opened = await submitted(given.app, '0422');
    const { status, body } = await push(given.app, opened);
    expect([status, body.message]).toEqual([502, message]);
    expect(body.code).toBe('refusal.lender');
    expect((await readLoan(given.app, opened)).lender_refused).toBe(true);
    const mended = await saveApplication(given.app, opened, application('5504'));
    expect((await push(given.app, { ...opened, loan: mended.body.result })).status).toBe(504);
    expect((await readLoan(given.app, opened)).lender_refused).toBeUndefined();
  });

  it('answers 0010 after 10 s, and the push is held all the while', async () => {
    const opened = await submitted(given.app, '0010');
    const started = performance.now();
    const pushed = push(given.app, opened);
    const heldUntil = async () => {
      const [row] = await given.app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, opened.id));
      return row?.heldUntil?.getTime() ?? 0;
    };
    await expect.poll(heldUntil).toBeGreaterThan(0);
    const first = await heldUntil();
    await expect.poll(heldUntil).toBeGreaterThan(first);
    expect((await readLoan(given.app, opened)).status).toBe('with_lender');
    const again = push(given.app, opened);
    expect((await pushed).body.result.status).toBe('APPROVED');
    expect(performance.now() - started).toBeGreaterThan(9900);
    expect((await again).body.result).toEqual((await pushed).body.result);
    const reference = (await pushed).body.result.url.split('/').at(-1);
    const [booked] = await given.app.db
      .select()
      .from(sandboxLenderLoans)
      .where(eq(sandboxLenderLoans.reference, reference));
    expect(booked?.calls).toBe(1);
  });

  it('has a page for an approved applicant, which cannot be framed', async () => {
    const pages = new Hono().route('/', sandboxPortal(given.app.services));
    const { body } = await push(given.app, await submitted(given.app));
    const address = lenderPortal(body.result);
    expect(address).not.toBe(null);
    const page = await pages.request(address ?? '');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('APPROVED');
    expect((await pages.request('/sandbox/lender/none')).status).toBe(404);
  });

  it.each(lenderIds)(
    '%i says in its answer and in its portal who it is, and at what terms it lends',
    async (id) => {
      const { app } = given;
      const opened = await submitted(app);
      const result = await pushLoan(app.services, { loanId: opened.id, lenderId: id, by: 'applicant' });
      expect(result.status_message).toBe(`Sandbox lender ${id}: The loan is approved.`);
      expect(result.url).toMatch(new RegExp(`/sandbox/lender/${id}-[0-9a-f-]{36}$`));
      const page = await new Hono().route('/', sandboxPortal(app.services)).request(result.url ?? '');
      const text = await page.text();
      expect(text).toContain(`<h1>Sandbox lender ${id}</h1>`);
      expect(text).toContain(`${sandboxTerms[id].interest.rate} % interest a year`);
    },
  );

  it('finds no loan of another', async () => {
    const { app } = given;
    const opened = await submitted(app);
    await push(app, opened);
    const [row] = await app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, opened.id));
    const { lenders } = app.services.adapters;
    const found = lenderIds.map(async (id) =>
      lenders[id]?.find(row?.reference ?? '', new AbortController().signal),
    );
    expect((await Promise.all(found)).map((one) => one?.kind)).toEqual(
      lenderIds.map((id) => (id === 15 ? 'answered' : 'none')),
    );
  });

  it('keeps a step pressed by a person while the server is asking', async () => {
    const { db, clock } = given.app;
    const { body } = await push(given.app, await submitted(given.app));
    const reference = body.result.url.split('/').at(-1);
    const now = clock.now();
    const signed = { documentSha256: 'a'.repeat(64), at: now };
    const steps = {
      accepted: null,
      declined: null,
      signed,
      cancelledAt: null,
      withdrawnConsents: [],
      kycVerifiedAt: null,
      mandate: null,
      debits: [],
      payments: [],
    };
    const ask = () => exchangeWithSandbox(db, 15, { reference, steps, now });
    await ask();
    const asks = () => Array.from({ length: 5 }, ask);
    await Promise.all([...asks(), actAsLender(db, reference, 'countersign', now), ...asks()]);
    expect((await ask())?.countersigned?.documentSha256).toBe(signed.documentSha256);
  });
});

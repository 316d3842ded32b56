/** The codes by which a framed page opens the loan in another window (decision 123). */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { accessCodes, loanTokens } from '../../server/db/schema/loans.ts';
import { applyRetention } from '../../server/retention/apply-retention.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { createdLoan, readLoan } from './fixtures.ts';
import { passwordOf } from './passwords.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describeOnBothDatabases('a code for another window', (given) => {
  const pass = (ms: number) => given.app.clock.set(new Date(given.app.clock.now().getTime() + ms));
  const codeOf = async ({ id, token }: { id: string; token: string }): Promise<string> => {
    const code = randomBytes(32).toString('base64url');
    const { status, body } = await given.app.call('createAccessCode', {
      path: { id },
      token,
      body: { code },
    });
    expect([status, body.result]).toEqual([200, { expires_in: 120 }]);
    return code;
  };
  const exchange = (id: string, code: string, headers: Record<string, string> = {}) =>
    given.app.call('exchangeAccessCode', { path: { id }, body: { code }, headers });

  it('is exchanged once for a token that opens the loan, and the earlier token still works', async () => {
    const loan = await createdLoan(given.app);
    const code = await codeOf(loan);
    const { status, body } = await exchange(loan.id, code);
    expect([status, body.result.loan_id]).toEqual([200, loan.id]);
    const token = body.result.access_token;
    expect(token).not.toBe(loan.token);
    for (const one of [token, loan.token]) await readLoan(given.app, { id: loan.id, token: one });
    expect((await exchange(loan.id, code)).status).toBe(404);
  });

  it('is exchanged by only one of two simultaneous calls', async () => {
    const loan = await createdLoan(given.app);
    const code = await codeOf(loan);
    const answers = await Promise.all([exchange(loan.id, code), exchange(loan.id, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is valid for two minutes and then deleted', async () => {
    const loan = await createdLoan(given.app);
    const [soon, late] = [await codeOf(loan), await codeOf(loan)];
    pass(2 * minute);
    expect((await exchange(loan.id, soon)).status).toBe(200);
    pass(1);
    expect((await exchange(loan.id, late)).status).toBe(404);
    const unused = await codeOf(loan);
    await applyRetention(given.app.services);
    expect((await exchange(loan.id, unused)).status).toBe(200);
    await codeOf(loan);
    pass(2 * minute + 1);
    await applyRetention(given.app.services);
    expect(await given.app.db.$count(accessCodes, eq(accessCodes.loanId, loan.id))).toBe(0);
  });

  it('opens no other loan, and no loan for another partner', async () => {
    const { db, clock } = given.app;
    const [loan, other] = [await createdLoan(given.app), await createdLoan(given.app)];
    expect((await exchange(other.id, await codeOf(loan))).status).toBe(404);
    const { key } = await createTestPartner(db, { name: 'Another', origins: [], now: clock.now() });
    expect((await exchange(loan.id, await codeOf(loan), { authorization: key })).status).toBe(404);
  });

  it('is not stored in clear, and the new token ends at the same time as the first', async () => {
    const loan = await createdLoan(given.app);
    pass(day / 2);
    const code = await codeOf(loan);
    const stored = await given.app.db.select().from(accessCodes).where(eq(accessCodes.loanId, loan.id));
    expect(JSON.stringify(stored)).not.toContain(code);
    expect((await exchange(loan.id, code)).status).toBe(200);
    const tokens = await given.app.db.select().from(loanTokens).where(eq(loanTokens.loanId, loan.id));
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens.map(({ createdAt }) => createdAt.getTime())).size).toBe(1);
  });

  it('belongs to the loan that stored it first', async () => {
    const [loan, other] = [await createdLoan(given.app), await createdLoan(given.app)];
    const code = await codeOf(loan);
    const again = { path: { id: other.id }, token: other.token, body: { code } };
    expect((await given.app.call('createAccessCode', again)).status).toBe(200);
    expect((await exchange(other.id, code)).status).toBe(404);
    expect((await exchange(loan.id, code)).status).toBe(200);
  });

  it('ends when the loan is re-entered', async () => {
    const loan = await createdLoan(given.app);
    const code = await codeOf(loan);
    pass(minute);
    const path = { id: loan.id };
    await given.app.call('requestReentry', { path });
    const otp = await passwordOf(given.app, loan.id);
    expect((await given.app.call('reenterLoan', { path, body: { otp } })).status).toBe(200);
    expect((await exchange(loan.id, code)).status).toBe(404);
  });
});

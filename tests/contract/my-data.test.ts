/** The copy of all data of a customer that the customer asks for (decision 65). */
import { expect, it } from 'vitest';
import type { MyData } from '../../domain/values/wire.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { acceptedLoan } from './accepted-loan.ts';
import { describeOnPostgres } from './both-databases.ts';

describeOnPostgres('the copy of a customer’s data', (given) => {
  const exported = async (bearer: string): Promise<MyData> => {
    const answer = await given.app.call('exportMyData', { bearer });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result;
  };

  it('holds the loans with what was agreed, and nothing of others', async () => {
    const { app } = given;
    const own = await acceptedLoan(app);
    const other = await acceptedLoan(app);
    const data = await exported(own.bearer);
    expect(data.profile.mobile).toBe(own.mobile);
    expect(data.loans.map(({ loan, servicing }) => [loan.loan_id, servicing?.stage])).toEqual([
      [own.id, 'accepted'],
    ]);
    expect(data.loans[0]?.loan.el_details.students.length).toBeGreaterThan(0);
    const text = JSON.stringify(data);
    expect(text).not.toContain(other.id);
    expect(text).not.toContain(other.mobile);
  });

  it('holds no one-time password, neither one that was sent nor one that waits', async () => {
    const { app } = given;
    const { bearer, mobile } = await acceptedLoan(app);
    const values = {
      recipient: mobile,
      channel: 'sms' as const,
      template: 'customer.sign',
      createdAt: app.clock.now(),
    };
    await app.db.insert(messages).values([
      { id: crypto.randomUUID(), ...values, text: '482910 is your password', state: 'queued' as const },
      { id: crypto.randomUUID(), ...values, text: null, state: 'sent' as const },
      { id: crypto.randomUUID(), ...values, text: 'Your loan is approved', state: 'sent' as const },
    ]);
    const { messages: listed } = await exported(bearer);
    expect(listed.map(({ text }) => text)).toContain('Your loan is approved');
    expect(JSON.stringify(listed)).not.toContain('482910');
  });
});

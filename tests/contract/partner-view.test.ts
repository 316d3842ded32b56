/** What a partner sees of the applications made with its keys, and what it does not (decision 5). */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { loanNumber } from '../../domain/loan-number.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { addPartnerMember, removePartnerMember } from '../../server/partner-view/members.ts';
import { demoPartnerId } from '../../server/api-keys.ts';
import { createTestPartner } from '../../server/testing.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { createdLoan, submitted } from './fixtures.ts';

describeOnBothDatabases('the partner view', (given) => {
  const memberOf = async (partnerId: string) => {
    const customer = await signedUp(given.app);
    const { db, clock } = given.app;
    await addPartnerMember(db, { mobile: customer.mobile, partnerId, now: clock.now() });
    return customer;
  };
  const anotherPartner = () =>
    createTestPartner(given.app.db, {
      name: 'A school group',
      origins: ['https://school.example'],
      now: given.app.clock.now(),
    });
  const created = async (key: string, changes: object = {}) => {
    const headers = { authorization: key };
    const body = { name: 'Asha Pillai', phone: '9840011111', email: 'asha@parent.example', ...changes };
    return (await given.app.call('createLoan', { headers, body })).body.result.loan_id as string;
  };
  const alter = (id: string, values: Partial<typeof loans.$inferInsert>) =>
    given.app.db.update(loans).set(values).where(eq(loans.id, id));

  it('counts and lists the applications of the partner alone, with name and status', async () => {
    const { key, keyId, partnerId } = await anotherPartner();
    const { bearer } = await memberOf(partnerId);
    const [first, second] = [await created(key), await created(key, { name: 'Bala Nair' })];
    await alter(first, { status: 'approved', createdAt: new Date('2026-07-19T20:00:00Z') });
    const test = await created(key, { test: true });
    await createdLoan(given.app);

    const overview = (await given.app.call('readPartner', { bearer })).body.result;
    expect(overview).toMatchObject({ id: partnerId, name: 'A school group' });
    expect(overview.statuses).toHaveLength(2);
    expect(overview.statuses).toEqual(
      expect.arrayContaining([
        { status: 'approved', count: 1 },
        { status: 'draft', count: 1 },
      ]),
    );
    expect(overview.keys).toMatchObject([
      { key_id: keyId, origins: ['https://school.example'], revoked: false },
    ]);

    const list = async (query = '') =>
      (await given.app.call('listPartnerApplications', { bearer, query })).body.result;
    expect(await list()).toEqual({
      total: 2,
      applications: [
        {
          loan_number: loanNumber(second),
          name: 'Bala Nair',
          status: 'draft',
          created_at: '2026-07-20T06:30:00.000Z',
        },
        {
          loan_number: loanNumber(first),
          name: 'Asha Pillai',
          status: 'approved',
          created_at: '2026-07-19T20:00:00.000Z',
        },
      ],
    });
    expect((await list('?page_length=1&page=2')).applications).toMatchObject([{ name: 'Asha Pillai' }]);
    expect(await list('?status=approved')).toMatchObject({
      total: 1,
      applications: [{ status: 'approved' }],
    });
    expect((await list('?test=true')).applications).toMatchObject([{ loan_number: loanNumber(test) }]);
  });

  it('counts by the day and the week of India, those without any as 0', async () => {
    const { key, partnerId } = await anotherPartner();
    const { bearer } = await memberOf(partnerId);
    await alter(await created(key), { createdAt: new Date('2026-07-19T18:30:00Z') });
    await alter(await created(key), { createdAt: new Date('2026-07-19T18:29:59Z') });
    await alter(await created(key), { createdAt: new Date('2026-01-01T00:00:00Z') });
    const counts = async (by: string) =>
      (await given.app.call('countPartnerApplications', { bearer, query: `?by=${by}` })).body.result;
    const days = await counts('day');
    expect(days).toHaveLength(30);
    expect(days.slice(-3)).toEqual([
      { from: '2026-07-18', count: 0 },
      { from: '2026-07-19', count: 1 },
      { from: '2026-07-20', count: 1 },
    ]);
    const weeks = await counts('week');
    expect(weeks).toHaveLength(26);
    expect(weeks.slice(-2)).toEqual([
      { from: '2026-07-13', count: 1 },
      { from: '2026-07-20', count: 1 },
    ]);
  });

  it('makes a file of the same, in which a spreadsheet calculates nothing', async () => {
    const { key, partnerId } = await anotherPartner();
    const { bearer } = await memberOf(partnerId);
    const id = await created(key);
    await alter(id, { personalDetails: { name: '=HYPERLINK("http://evil.example","Asha")' } });
    const { csv } = (await given.app.call('exportPartnerApplications', { bearer })).body.result;
    expect(csv).toBe(
      `number,date,name,status\r\n${loanNumber(id)},2026-07-20,"'=HYPERLINK(""http://evil.example"",""Asha"")",draft\r\n`,
    );
  });

  it('has nothing else that is personal, and refuses a column that would', async () => {
    const { loan } = await submitted(given.app);
    const { bearer } = await memberOf(demoPartnerId);
    const answers = [
      await given.app.call('readPartner', { bearer }),
      await given.app.call('listPartnerApplications', { bearer }),
      await given.app.call('exportPartnerApplications', { bearer }),
    ];
    const text = JSON.stringify(answers.map(({ body }) => body));
    const { email, mobile, pan, dob } = loan.personal_details;
    for (const personal of [email, mobile, pan, dob, loan.loan_id]) expect(text).not.toContain(personal);
    for (const cols of ['mobile', 'name,email', 'pan', '']) {
      const query = `?cols=${cols}`;
      expect((await given.app.call('listPartnerApplications', { bearer, query })).status).toBe(403);
    }
    const query = '?cols=name,%20status';
    expect((await given.app.call('listPartnerApplications', { bearer, query })).status).toBe(200);
    expect((await given.app.call('getLoan', { path: { id: loan.loan_id }, bearer })).status).toBe(404);
  });

  it('ends with the membership', async () => {
    const { bearer, mobile } = await memberOf(demoPartnerId);
    const role = async () => (await given.app.call('readProfile', { bearer })).body.result.role;
    expect(await role()).toBe('partner');
    expect(await removePartnerMember(given.app.db, mobile)).toBe(true);
    expect(await role()).toBe('customer');
    expect((await given.app.call('readPartner', { bearer })).status).toBe(403);
    expect(await removePartnerMember(given.app.db, mobile)).toBe(false);
    const now = given.app.clock.now();
    expect(await addPartnerMember(given.app.db, { mobile, partnerId: 'nobody', now })).toBe(false);
  });
});

/** A partner sees some data of the applications made with its keys, and not the rest (decision 5). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import tamil from '../../locales/ta/app.json' with { type: 'json' };
import { customers } from '../../server/db/schema/customers.ts';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { loans, students } from '../../server/db/schema/loans.ts';
import { addPartnerMember, removePartnerMember } from '../../server/partner-view/members.ts';
import { demoPartnerId } from '../../server/partners/api-keys.ts';
import { createTestPartner } from '../../server/testing/services.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signedUp } from './customers.ts';
import { createdLoan, submitted } from './fixtures.ts';

describeOnPostgresByDay('the partner view', (given) => {
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

  it('leaves in the log which member has read it', async () => {
    const { partnerId } = await anotherPartner();
    const { bearer, mobile } = await memberOf(partnerId);
    const logged = vi.spyOn(given.app.services.log, 'info');
    onTestFinished(() => logged.mockRestore());
    await given.app.call('readPartner', { bearer });
    const [member] = await given.app.db.select().from(customers).where(eq(customers.mobile, mobile));
    expect(logged.mock.calls.at(-1)?.[1]).toMatchObject({ actor: 'partner', actorId: member?.id });
  });

  it('counts and lists the applications of the partner alone, with name and status', async () => {
    const { key, keyId, partnerId } = await anotherPartner();
    const { bearer } = await memberOf(partnerId);
    const [first, second] = [await created(key), await created(key, { name: 'Bala Nair' })];
    await alter(first, { status: 'approved', createdAt: new Date('2026-07-19T20:00:00Z') });
    const test = await created(key, { test: true });
    await createdLoan(given.app);

    const overview = (await given.app.call('readPartner', { bearer })).body.result;
    expect(overview).toMatchObject({ id: partnerId, name: 'A school group' });
    expect(overview.states).toHaveLength(2);
    expect(overview.states).toEqual(
      expect.arrayContaining([
        { state: 'approved', count: 1 },
        { state: 'draft', count: 1 },
      ]),
    );
    expect(overview.keys).toMatchObject([
      { key_id: keyId, origins: ['https://school.example'], revoked: false },
    ]);

    const list = async (body = {}) =>
      (await given.app.call('listPartnerApplications', { bearer, body })).body.result;
    const nothing = {
      ...{ institution_name: null, students: [], order_value: null },
      ...{ disbursed_amount: null, disbursed_on: null, disbursal_utr: null },
    };
    expect(await list()).toEqual({
      total: 2,
      applications: [
        {
          loan_number: loanNumber(second),
          name: 'Bala Nair',
          state: 'draft',
          ...nothing,
          created_at: '2026-07-20T06:30:00.000Z',
        },
        {
          loan_number: loanNumber(first),
          name: 'Asha Pillai',
          state: 'approved',
          ...nothing,
          created_at: '2026-07-19T20:00:00.000Z',
        },
      ],
    });
    expect((await list({ page_length: 1, page: 2 })).applications).toMatchObject([{ name: 'Asha Pillai' }]);
    expect(await list({ selection: { state: 'approved' } })).toMatchObject({
      total: 1,
      applications: [{ state: 'approved' }],
    });
    expect((await list({ selection: { test: true } })).applications).toMatchObject([
      { loan_number: loanNumber(test) },
    ]);
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

  it('finds each child and shows class, roll number and amount paid', async () => {
    const { id, loan } = await submitted(given.app);
    const { bearer } = await memberOf(demoPartnerId);
    const found = async (text: string) =>
      (await given.app.call('listPartnerApplications', { bearer, body: { selection: { text } } })).body.result
        .applications;
    const [student] = loan.el_details.students;
    if (!student) throw new Error('The application has no student');
    const name = `Kavin ${id.slice(0, 8)}`;
    await given.app.db
      .update(students)
      .set({ details: { ...student, student_name: name, student_roll_no: '70,071' } })
      .where(eq(students.loanId, id));
    await alter(id, { status: 'approved', loanDetails: { disbursed_amount: 64_905 } });
    await given.app.db.insert(lenderLoans).values({
      ...{ loanId: id, lenderId: 11, reference: randomUUID(), createdAt: given.app.clock.now() },
      ...{ stage: 'repaying', acceptedAt: given.app.clock.now(), disbursedOn: '2026-07-19' },
      disbursalUtr: 'N201260719',
    });

    const row = {
      loan_number: loanNumber(id),
      institution_name: loan.el_details.institution_name,
      students: [{ name, course: student.course_name, roll_number: '70,071' }],
      state: 'disbursed',
      order_value: loan.el_details.order_value,
      disbursed_amount: 64_905,
      disbursed_on: '2026-07-19',
      disbursal_utr: 'N201260719',
    };
    for (const text of [name.toUpperCase(), '70,071', loanNumber(id)])
      expect(await found(text), text).toMatchObject([row]);
    expect(await found('70,07')).toEqual([]);

    const selection = { text: name, state: 'disbursed' };
    const { body } = await given.app.call('exportPartnerApplications', {
      bearer,
      body: { selection, language: 'en' },
    });
    const [head, line] = body.result.csv.split('\r\n');
    expect(head).toBe(
      'Loan number,Begun on,Applicant,Institution,Student,Class or course,Roll number,Status,Fees,Paid to the institution (₹),Paid on,Bank reference (UTR)',
    );
    expect(line).toMatch(
      new RegExp(`${name}.*"70,071",Paid out,${row.order_value},64905,2026-07-19,N201260719$`),
    );
    await given.app.db.update(lenderLoans).set({ stage: 'cancelled' }).where(eq(lenderLoans.loanId, id));
    expect(await found(name)).toMatchObject([{ state: 'ended', disbursed_amount: 64_905 }]);
  });

  it('makes a file in which a spreadsheet calculates nothing, in the language of the page', async () => {
    const { key, partnerId } = await anotherPartner();
    const { bearer } = await memberOf(partnerId);
    const id = await created(key);
    await alter(id, { personalDetails: { name: '=HYPERLINK("http://evil.example","Asha")' } });
    const body = { language: 'ta' };
    const { csv } = (await given.app.call('exportPartnerApplications', { bearer, body })).body.result;
    const state = tamil['partner.status.draft'];
    expect(csv.split('\r\n').slice(1)).toEqual([
      `${loanNumber(id)},2026-07-20,"'=HYPERLINK(""http://evil.example"",""Asha"")",,,,,${state},,,,`,
      '',
    ]);
  });

  it('has nothing else that is personal', async () => {
    const { loan } = await submitted(given.app);
    const { bearer } = await memberOf(demoPartnerId);
    const answers = [
      await given.app.call('readPartner', { bearer }),
      await given.app.call('listPartnerApplications', { bearer, body: {} }),
      await given.app.call('exportPartnerApplications', { bearer, body: { language: 'en' } }),
    ];
    const text = JSON.stringify(answers.map(({ body }) => body));
    const { email, mobile, pan, dob } = loan.personal_details;
    for (const personal of [email, mobile, pan, dob, loan.loan_id]) expect(text).not.toContain(personal);
    const [student] = loan.el_details.students;
    expect(text).not.toContain(student?.dob);
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

/** A customer's further loan: its drafts start with what they answered the last time (decision 105). */
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { customers } from '../../server/db/schema/customers.ts';
import { drafts, loans } from '../../server/db/schema/loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { type SignedIn, signedUp } from './customers.ts';
import { submitted } from './fixtures.ts';

describeOnPostgresByDay('a further loan of a customer', (given) => {
  const created = async ({ bearer }: SignedIn, body: object = {}): Promise<string> => {
    const answer = await given.app.call('createMyLoan', { bearer, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result.loan_id;
  };
  const draftOf = async ({ bearer }: SignedIn, id: string, step: 'students' | 'applicant') =>
    (await given.app.call('getDraft', { bearer, path: { id, step } })).body.result;
  const stored = (id: string) => given.app.db.select().from(drafts).where(eq(drafts.loanId, id));
  /** A customer who has claimed a loan that is submitted. */
  const customerWithLoan = async () => {
    const customer = await signedUp(given.app);
    const { loan } = await submitted(given.app);
    const [row] = await given.app.db.select().from(customers).where(eq(customers.mobile, customer.mobile));
    const alter = (changes: Partial<typeof loans.$inferInsert>) =>
      given.app.db.update(loans).set(changes).where(eq(loans.id, loan.loan_id));
    await alter({ customerId: row?.id ?? null });
    return { customer, loan, alter };
  };

  it('starts with the students and applicant of the last loan, with PAN and account number encrypted', async () => {
    const { customer, loan } = await customerWithLoan();
    const id = await created(customer);
    const [before] = loan.el_details.students;
    const students = await draftOf(customer, id, 'students');
    expect(students).toMatchObject({
      version: 1,
      body: {
        institution: { id: loan.el_details.institution_id, name: loan.el_details.institution_name },
        students: [{ student_name: before?.student_name, dob: before?.dob, institution_course_id: '' }],
        carried: { unchecked: [] },
      },
    });
    const { pan, gender } = loan.personal_details;
    const { bank_account_no } = loan.bank_details;
    const applicant = await draftOf(customer, id, 'applicant');
    expect(applicant.body).toMatchObject({
      personal_details: { pan, gender, loan_purpose: '', name: 'Meenakshi Sundaram' },
      bank_details: { bank_account_no },
      loan_details: { emi_tenure_id: '' },
      carried: { unchecked: expect.arrayContaining(['person', 'bank', 'office']) },
    });
    const rows = JSON.stringify(await stored(id));
    expect(rows).not.toContain(String(pan));
    expect(rows).not.toContain(String(bank_account_no));
    // The answer is not saved before the customer has seen it.
    const { body } = await given.app.call('getLoan', { bearer: customer.bearer, path: { id } });
    expect(body.result).toMatchObject({
      el_details: { students: [] },
      personal_details: { pan: null },
      bank_details: { bank_account_no: null },
    });
  });

  it('has the institution of the link', async () => {
    const { customer } = await customerWithLoan();
    const { body } = await draftOf(customer, await created(customer, { institute_id: 204 }), 'students');
    expect(body).toMatchObject({ institution: { id: 204 }, students: [{ institution_id: '204' }] });
  });

  it('is created even if no answers can be carried over', async () => {
    const { customer } = await customerWithLoan();
    const rename = (from: string, to: string) =>
      given.app.db.execute(sql.raw(`alter table ${from} rename to ${to}`));
    await rename('drafts', 'lost');
    const id = await created(customer).finally(() => rename('lost', 'drafts'));
    expect(await stored(id)).toEqual([]);
    expect(given.app.lines.at(-1)).toContain('earlier answers not carried');
  });

  it('starts empty when the customer has no submitted loan of the same kind', async () => {
    const { customer, alter } = await customerWithLoan();
    const startsEmpty = async (who: SignedIn, body: object = {}) =>
      expect(await stored(await created(who, body))).toEqual([]);
    await startsEmpty(await signedUp(given.app));
    await startsEmpty(customer, { test: true });
    await alter({ status: 'draft' });
    await startsEmpty(customer);
    await alter({ status: 'approved', erasedAt: given.app.clock.now() });
    await startsEmpty(customer);
    await alter({ erasedAt: null, customerId: null });
    await startsEmpty(customer);
  });
});

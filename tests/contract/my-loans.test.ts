/** A customer's loans are created, listed and opened with the access token alone; other customers' are not. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { currentLegalVersions } from '../../domain/pages/legal.ts';
import type { LoanStatus } from '../../domain/values/wire.ts';
import { transaction } from '../../server/db/open.ts';
import { linkKeys, loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { submissions } from '../../server/db/schema/review.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { customerOf, newMobile, type SignedIn, signedIn, signedUp } from './customers.ts';
import { application, consumerApplication, person, school, student } from './fixtures.ts';
import { contentOf, put } from './uploads.ts';

describeOnPostgresByDay('a loan of a customer', (given) => {
  const created = async ({ bearer }: SignedIn, body: object = {}): Promise<string> => {
    const answer = await given.app.call('createMyLoan', { bearer, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result.loan_id;
  };
  const withStudent = async (customer: SignedIn): Promise<string> => {
    const id = await created(customer);
    const row = student();
    const data = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
    const saved = await given.app.call('updateMyStudents', {
      bearer: customer.bearer,
      path: { id },
      body: { data },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return id;
  };
  const list = async ({ bearer }: SignedIn, query = '') => {
    const { status, body } = await given.app.call('listMyLoans', { bearer, query });
    expect(status).toBe(200);
    return body.result;
  };

  it('has the profile’s name, number and address, and the fields of the consumer app', async () => {
    const customer = await signedUp(given.app);
    const id = await created(customer, { institute_id: school.id, test: true });
    const { bearer, mobile } = customer;
    const { body } = await given.app.call('readLoanById', { bearer, path: { id } });
    expect(body.result).toMatchObject({
      ...{ loan_id: id, presentation: 'consumer', locked_institute_id: school.id, test: true },
      personal_details: { name: 'Meenakshi Sundaram', email: 'meena@parent.example', mobile },
    });
    expect(await given.app.call('getLoan', { bearer, path: { id } })).toMatchObject({ status: 200, body });
  });

  it('has messages that lead to the app and contain no key', async () => {
    const customer = await customerOf(given.app);
    const id = await created(customer);
    const rows = await given.app.db.select().from(messages).where(eq(messages.loanId, id));
    expect(rows.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms']);
    for (const { text } of rows) expect(text).toMatch(/http:\/\/localhost:\d+\/app\?language=en(\s|$)/);
    expect(await given.app.db.$count(linkKeys, eq(linkKeys.loanId, id))).toBe(0);
  });

  it('is created once for each Idempotency-Key', async () => {
    const { bearer } = await customerOf(given.app);
    const call = { bearer, headers: { 'idempotency-key': randomUUID() }, body: {} };
    const answers = [await given.app.call('createMyLoan', call), await given.app.call('createMyLoan', call)];
    expect(new Set(answers.map(({ body }) => body.result.loan_id)).size).toBe(1);
    const other = await signedUp(given.app);
    expect((await given.app.call('createMyLoan', { ...call, bearer: other.bearer })).status).toBe(409);
  });

  it('requires a complete sign-up', async () => {
    const { bearer } = await signedIn(given.app);
    expect((await given.app.call('createMyLoan', { bearer, body: {} })).status).toBe(409);
  });

  it('can be created by the partners’ path too, with the proven number only', async () => {
    const { bearer, mobile } = await customerOf(given.app);
    const create = (phone: string) =>
      given.app.call('createLoanByWiderName', { bearer, body: { ...person, phone } });
    expect((await create(newMobile())).status).toBe(400);
    const { status, body } = await create(mobile);
    expect(status).toBe(200);
    const path = { id: body.result.loan_id };
    expect((await given.app.call('readLoanById', { bearer, path })).body.result.presentation).toBe(
      'consumer',
    );
  });

  it('goes from its students to the lender, with documents, by the access token alone', async () => {
    const customer = await customerOf(given.app);
    const { bearer } = customer;
    const id = await withStudent(customer);
    const path = { id };
    const read = async () => (await given.app.call('readMyLoan', { bearer, path })).body.result;
    expect(await read()).toMatchObject({
      ...{ status: 'draft', stage: 'in_progress', next: 'continue', step: 'applicant', editable: true },
      lender: null,
      ...{ applied_amount: 39000, emi_amount: null, students: ['Kavin M'], product: 'EL' },
    });
    const draft = { bearer, path: { id, step: 'applicant' } };
    const body = { body: { personal_details: { gender: 'Female' } } };
    expect((await given.app.call('keepDraft', { ...draft, headers: { 'if-match': '0' }, body })).status).toBe(
      200,
    );
    expect((await given.app.call('getDraft', draft)).body.result.version).toBe(1);
    const typed = { bearer, path: { id, step: 'students' }, headers: { 'if-match': '0' } };
    expect((await given.app.call('keepDraft', { ...typed, body: { body: {} } })).status).toBe(200);
    expect((await read()).step).toBe('students');
    const proof = await put(given.app, { id }, contentOf('png'), 'current_address_proof');
    const added = { bearer, body: { ...proof, proof: 'passport' } };
    expect((await given.app.call('addDocument', added)).status).toBe(200);
    const before = (await read()).pending_documents;
    const saved = await given.app.call('saveApplication', {
      ...{ bearer, path },
      body: { data: consumerApplication() },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const [{ user_id: owner }] = saved.body.result.el_details.students;
    const [row] = await given.app.db.select().from(loans).where(eq(loans.id, id));
    expect([owner, row?.partnerId]).toEqual([row?.customerId, 'feepath']);
    const submitted = await read();
    expect(submitted).toMatchObject({ status: 'submitted', lender: 15, tenure: 3, next: 'documents' });
    expect(submitted.emi_amount).toBeGreaterThan(0);
    // A salaried applicant needs pay slips and a statement too.
    expect(submitted.pending_documents).toBe(before + 3);
    // The others are asked for before the disbursal.
    expect(submitted.documents_asked_now).toBe(3);
    expect((await given.app.call('listDocuments', { bearer, path })).status).toBe(200);
    const agreements = (await given.app.call('listAgreements', { bearer })).body.result;
    expect(agreements.filter((one: { loan_id: string }) => one.loan_id === id)).toMatchObject([
      {
        document: 'privacy',
        version: currentLegalVersions.privacy,
        language: 'en',
        words: expect.stringMatching(/terms/),
      },
      { document: 'terms', version: currentLegalVersions.terms, language: 'en' },
    ]);
    // The consents are shown as agreed to, regardless of today's form.
    await transaction(given.app.db, async (tx) => {
      await tx.execute(sql`select set_config('feepath.erased_loan', ${id}, true)`);
      const words = sql`jsonb_set(${submissions.agreed}, '{words}', '"I agree to it"')`;
      await tx.update(submissions).set({ agreed: words }).where(eq(submissions.loanId, id));
    });
    const listed = (await given.app.call('listAgreements', { bearer })).body.result;
    expect(listed.map((one: { words: string }) => one.words)).toContain('I agree to it');
  });

  it('every operation on another customer’s loan answers as for a loan that does not exist', async () => {
    const owner = await customerOf(given.app);
    const id = await withStudent(owner);
    const { bearer } = await signedUp(given.app);
    const token = { bearer, path: { id } };
    const none = { bearer, path: { id: randomUUID() } };
    const calls = [
      ['getLoan', {}],
      ['readLoanById', {}],
      ['readMyLoan', {}],
      ['readMyLoanV2', {}],
      ['listDocuments', {}],
      ['issueStorageCredentials', {}],
      ['refreshVerdict', {}],
      ['requestClaim', {}],
      ['claimLoan', { body: { otp: '123456' } }],
      ['saveApplication', { body: { data: application() } }],
      ['saveStudents', { body: { data: {} } }],
      ['updateMyStudents', { body: { data: {} } }],
    ] as const;
    for (const [operation, rest] of calls) {
      const foreign = await given.app.call(operation, { ...token, ...rest });
      const unknown = await given.app.call(operation, { ...none, ...rest });
      expect([operation, foreign.status]).toEqual([operation, 404]);
      expect(foreign.body, operation).toEqual(unknown.body);
    }
    const marked = { 'x-auth-type': 'API' };
    expect((await given.app.call('getLoan', { ...token, headers: marked })).status).toBe(401);
    const without = { path: { id }, headers: { authorization: 'Bearer', 'x-auth-type': undefined } };
    expect(await given.app.call('getLoan', without)).toMatchObject({
      status: 401,
      body: { errors: [{ code: 'app.session.ended' }] },
    });
    expect((await list(await signedUp(given.app))).total).toBe(0);
  });

  it('is listed by pages, sorted and filtered', async () => {
    const customer = await signedUp(given.app);
    const ids: string[] = [];
    const statuses: LoanStatus[] = ['approved', 'draft', 'rejected', 'pending'];
    for (const [n, status] of statuses.entries()) {
      given.app.clock.pass(1000);
      const id = await created(customer);
      const institutionName = ['Delta', 'Alpha', null, 'Beta'][n] ?? null;
      await given.app.db
        .update(loans)
        .set({ status, institutionName, orderValue: [40000, 20001, null, 30000][n] ?? null })
        .where(eq(loans.id, id));
      ids.push(id);
    }
    const [first, second, third, fourth] = ids;
    const order = async (query: string) =>
      (await list(customer, query)).loans.map(({ loan_id }: { loan_id: string }) => loan_id);
    expect(await order('')).toEqual([fourth, third, second, first]);
    expect(await order('?sort=date&order=asc')).toEqual(ids);
    expect(await order('?sort=institution&order=asc')).toEqual([second, fourth, first, third]);
    expect(await order('?sort=applied_amount&order=desc')).toEqual([first, fourth, second, third]);
    expect(await order('?status=pending')).toEqual([fourth]);
    expect(await order('?stage=completed')).toEqual([third]);
    expect(await order('?stage=in_progress')).toEqual([fourth, second, first]);
    const page = await list(customer, '?page=2&page_length=3');
    expect(page).toMatchObject({ page: 2, pages: 2, total: 4, loans: [{ loan_id: first }] });
    expect((await list(customer, '?page=9')).loans).toEqual([]);
  });
});

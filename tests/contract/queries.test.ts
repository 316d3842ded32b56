/** The changes that the server accepts while a reviewer waits for answers (decision 23). */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import type { Loan, Query } from '../../domain/values/wire.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { submissionsOf } from '../../server/loans/submissions.ts';
import { describeOnPostgres } from './both-databases.ts';
import type { Answer, CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  decide,
  type CreatedLoan,
  push,
  readLoan,
  saveApplication,
  saveStudents,
  sentBack,
  student,
  submitted,
} from './fixtures.ts';
import { contentOf, deleteUnreferenced, upload } from './uploads.ts';

const pan = 'personal_details.pan';
const ifsc = 'bank_details.ifsc_code';
const receipt = 'documents.fee_receipt';

describeOnPostgres('query mode', (given) => {
  let jar: CookieJar;
  beforeAll(async () => {
    jar = await signInOnce(given.app);
  });

  /** A submitted loan of which a reviewer asked about some fields. */
  const queried = async (fields: string[] | ((loan: Loan) => string[])) => {
    const opened = await submitted(given.app);
    const names = typeof fields === 'function' ? fields(opened.loan) : fields;
    const { loan } = await sentBack(given.app, jar, opened, names);
    return { ...opened, loan };
  };
  const errorsOf = async (answer: Promise<Answer>, wanted: number): Promise<[string, string][]> => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(wanted);
    return body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
  };
  const refusedFields = async (answer: Promise<Answer>) =>
    (await errorsOf(answer, 422)).map(([field]) => field);
  const save = (loan: CreatedLoan, data: object) =>
    saveApplication(given.app, loan, { customerConsent: true, ...data });
  const queryOf = (loan: Loan, field: string): Query => {
    const query = loan.queries.find((one) => one.field === field);
    if (!query) throw new Error(`Nobody asked about ${field}`);
    return query;
  };
  const rollOf = (loan: Loan) => `el_details.students.${loan.el_details.students[0]?.id}.student_roll_no`;

  it('shows the questions without the name of the reviewer', async () => {
    const loan = await readLoan(given.app, await queried([pan]));
    expect(loan.queries).toEqual([
      {
        id: expect.stringMatching(/./),
        field: pan,
        reason: 'unclear',
        message: 'Please look again',
        round: 1,
        state: 'raised',
        raised_at: given.app.clock.now().toISOString(),
        answered_at: null,
        answer: null,
      },
    ]);
  });

  it('takes the flagged fields alone, and a change answers the question', async () => {
    const loan = await queried([pan]);
    const { status, body } = await save(loan, { [pan]: 'ABCDE7777F' });
    expect(status).toBe(200);
    expect(body.result.personal_details.pan).toBe('ABCDE7777F');
    expect(body.result.personal_details.name).toBe('Meenakshi Sundaram');
    expect(queryOf(body.result, pan)).toMatchObject({
      state: 'answered',
      answered_at: given.app.clock.now().toISOString(),
      answer: null,
    });
  });

  it('names every other changed field and saves nothing', async () => {
    const loan = await queried([pan]);
    const before = await readLoan(given.app, loan);
    const changed = application('7777', {
      'personal_details.name': 'Another',
      'income_details.monthly_income': 90_000,
    });
    expect(await refusedFields(save(loan, changed))).toEqual([
      'personal_details.name',
      'income_details.monthly_income',
    ]);
    expect(await readLoan(given.app, loan)).toEqual(before);
    expect((await save(loan, application('7777'))).status).toBe(200);
  });

  it('opens the dependants of a flagged field, which answer as well', async () => {
    const loan = await queried([
      'personal_details.address.residence.pincode',
      'income_details.monthly_income',
    ]);
    const { status, body } = await save(loan, {
      'personal_details.address.residence.city': 'Coimbatore',
      'income_details.monthly_income': 20_000,
      'income_details.household_income': 60_000,
    });
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  it('requires an answer to every open question and names the unanswered ones', async () => {
    const loan = await queried([pan, ifsc, receipt]);
    const before = await readLoan(given.app, loan);
    const unanswered = 'applicant.error.query.unanswered';
    expect(await errorsOf(save(loan, { [pan]: 'ABCDE7777F' }), 400)).toEqual(
      [
        [ifsc, unanswered],
        [receipt, unanswered],
      ].sort(),
    );
    const blank = { query_answers: [{ id: queryOf(before, ifsc).id, answer: ' \n' }] };
    expect(await errorsOf(save(loan, { [pan]: 'ABC', ...blank }), 400)).toEqual(
      expect.arrayContaining([
        [pan, 'applicant.error.pan.invalid'],
        [ifsc, unanswered],
        [receipt, unanswered],
      ]),
    );
    expect(await readLoan(given.app, loan)).toEqual(before);
  });

  it("takes 'It is correct because …' as an answer, with a change or without", async () => {
    const loan = await queried([pan, ifsc]);
    const { status, body } = await save(loan, {
      [ifsc]: 'SBIN0000002',
      query_answers: loan.loan.queries.map(({ id, field }) => ({ id, answer: ` As printed: ${field} ` })),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(queryOf(body.result, pan)).toMatchObject({ state: 'answered', answer: `As printed: ${pan}` });
    expect(queryOf(body.result, ifsc)).toMatchObject({ state: 'answered', answer: `As printed: ${ifsc}` });
    expect(body.result.bank_details.ifsc_code).toBe('SBIN0000002');
  });

  it('takes a written answer that changes nothing, before the lender was asked too', async () => {
    const loan = await submitted(given.app);
    await sentBack(given.app, jar, loan, [pan]);
    const { queries } = await readLoan(given.app, loan);
    const { status, body } = await saveApplication(given.app, loan, {
      customerConsent: true,
      query_answers: queries.map(({ id }) => ({ id, answer: 'As printed' })),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(queryOf(body.result, pan)).toMatchObject({ state: 'answered', answer: 'As printed' });
  });

  it('refuses a written answer that is too long, repeated, or belongs to no open question', async () => {
    const loan = await queried([pan]);
    const [{ id } = { id: '' }] = loan.loan.queries;
    const stranger = '0b1f2b0e-8f57-4d7b-9f62-5f3e2d1c0b9a';
    const answered = (...answers: { id: string; answer: string }[]) => save(loan, { query_answers: answers });
    expect(await errorsOf(answered({ id, answer: 'x'.repeat(501) }), 400)).toEqual([
      [pan, 'common.error.tooLong'],
    ]);
    expect(await errorsOf(answered({ id, answer: 'So' }, { id, answer: 'No' }), 400)).toEqual([
      ['query_answers.1.id', 'problem.shape'],
    ]);
    expect(await errorsOf(answered({ id, answer: 'So' }, { id: stranger, answer: 'x' }), 400)).toEqual([
      ['query_answers.1.id', 'problem.shape'],
    ]);
    const open = await submitted(given.app);
    expect(
      await errorsOf(save(open, { ...application(), query_answers: [{ id, answer: 'x' }] }), 400),
    ).toEqual([['query_answers.0.id', 'problem.shape']]);
    expect((await answered({ id: id.toUpperCase(), answer: 'x'.repeat(500) })).status).toBe(200);
  });

  it('refuses every change once all questions are answered', async () => {
    const loan = await queried([pan]);
    expect((await save(loan, { [pan]: 'ABCDE7777F' })).status).toBe(200);
    expect((await save(loan, application('8888'))).status).toBe(409);
    expect((await saveStudents(given.app, loan, { 'el_details.students': [student()] })).status).toBe(409);
  });

  it('accepts flagged fields of a student and no other field of theirs', async () => {
    const loan = await queried((one) => [rollOf(one)]);
    const [row] = loan.loan.el_details.students;
    if (!row) throw new Error('There is a student');
    const renamed = { ...row, student_name: 'Another', student_roll_no: '7' };
    const name = `el_details.students.${row.id}.student_name`;
    expect(await refusedFields(save(loan, { 'el_details.students': [renamed] }))).toEqual([name]);
    const students = (data: object) => saveStudents(given.app, loan, data);
    expect(await refusedFields(students({ 'el_details.students': [renamed] }))).toEqual([name]);
    const another = student();
    expect(await refusedFields(students({ 'el_details.students': [another] }))).toEqual([
      `el_details.students.${another.id}`,
    ]);
    expect(await refusedFields(students({ 'el_details.deleted_students': [row.id] }))).toEqual([
      `el_details.students.${row.id}`,
    ]);
    const { body } = await save(loan, { 'el_details.students': [{ ...row, student_roll_no: '7' }] });
    expect(body.result.el_details.students[0].student_roll_no).toBe('7');
    expect(body.result.queries[0].state).toBe('answered');
  });

  it('counts a change as an answer only if it was made after the question', async () => {
    const opened = await submitted(given.app);
    const [row] = opened.loan.el_details.students;
    const rename = (roll: string) => ({ 'el_details.students': [{ ...row, student_roll_no: roll }] });
    // Changed after the submission and before the question: what the reviewer asked about is this.
    await saveStudents(given.app, opened, rename('7'));
    const { loan } = await sentBack(given.app, jar, opened, [rollOf(opened.loan)]);
    expect(await errorsOf(save(opened, {}), 400)).toEqual([
      [rollOf(loan), 'applicant.error.query.unanswered'],
    ]);
    // The answers go with the application, all at once (decision 23).
    expect((await saveStudents(given.app, opened, rename('8'))).status).toBe(409);
    expect((await save(opened, rename('8'))).status).toBe(200);
  });

  it('holds the minimum fee where the annual fee itself is locked', async () => {
    const opened = await submitted(given.app);
    const [row] = opened.loan.el_details.students;
    const fees = { ...row, annual_fee: 15_000, otherfees: 8_000 };
    await saveStudents(given.app, opened, { 'el_details.students': [fees] });
    const otherFees = `el_details.students.${row?.id}.otherfees`;
    await sentBack(given.app, jar, opened, [otherFees]);
    const answer = save(opened, { 'el_details.students': [{ ...fees, otherfees: 0 }] });
    expect(await errorsOf(answer, 400)).toEqual([[otherFees, 'student.error.annualFee.minimum']]);
    expect((await save(opened, { 'el_details.students': [{ ...fees, otherfees: 9_000 }] })).status).toBe(200);
  });

  it('checks only the fields that may be changed', async () => {
    const loan = await queried([pan]);
    // A rule of a later release would refuse it, and it could not be changed.
    const outdated = { employmentDetails: { employed_since: '2099-01-01', employer_name: '' } };
    await given.app.db.update(loans).set(outdated).where(eq(loans.id, loan.id));
    expect(await errorsOf(save(loan, { [pan]: 'abc' }), 400)).toEqual([[pan, 'applicant.error.pan.invalid']]);
    expect((await save(loan, { [pan]: 'ABCDE7777F' })).status).toBe(200);
  });

  it('keeps a document locked unless it is asked for', async () => {
    expect((await upload(given.app, await queried([pan]), contentOf('pdf', [1]))).status).toBe(422);
    expect((await upload(given.app, await queried([receipt]), contentOf('pdf', [1]))).status).toBe(200);
  });

  it('requires another document than the flagged one, and keeps those submitted and seen', async () => {
    const opened = await submitted(given.app);
    const { objects } = given.app.services.adapters;
    const files = async () => {
      await deleteUnreferenced(given.app);
      const stored = await objects.list(`documents/${opened.id}/fee_receipt/`);
      return stored.map(({ key }) => key.split('/').at(-1)).sort();
    };
    const first = (await upload(given.app, opened, contentOf('pdf', [1]))).body.result.content.e_tag;
    await save(opened, application());
    await upload(given.app, opened, contentOf('pdf', [2]));
    const second = (await upload(given.app, opened, contentOf('pdf', [3]))).body.result.content.e_tag;
    expect(await files()).toEqual([first, second].sort());

    await sentBack(given.app, jar, opened, [receipt]);
    await upload(given.app, opened, contentOf('pdf', [3]));
    expect(await errorsOf(save(opened, {}), 400)).toEqual([[receipt, 'applicant.error.query.unanswered']]);
    await upload(given.app, opened, contentOf('pdf', [4]));
    const third = (await upload(given.app, opened, contentOf('pdf', [5]))).body.result.content.e_tag;
    expect((await save(opened, {})).status).toBe(200);
    // The second is what the reviewer saw.
    expect(await files()).toEqual([first, second, third].sort());
  });

  it('keeps drafts of answers only while a question is open', async () => {
    const loan = await queried([pan]);
    const path = { id: loan.id, step: 'answers' };
    const draft = { path, token: loan.token, headers: { 'if-match': '0' }, body: { body: { a: 'So' } } };
    expect((await given.app.call('keepDraft', draft)).status).toBe(200);
    for (const step of ['students', 'applicant']) {
      const other = { ...draft, path: { id: loan.id, step } };
      expect((await given.app.call('keepDraft', other)).status).toBe(200);
    }
    await save(loan, { [pan]: 'ABCDE7777F' });
    for (const step of ['students', 'applicant', 'answers']) {
      const read = await given.app.call('getDraft', { path: { id: loan.id, step }, token: loan.token });
      expect(read.body.result).toEqual({ version: 0, body: null });
    }
    const open = await submitted(given.app);
    const early = { ...draft, path: { id: open.id, step: 'answers' }, token: open.token };
    expect((await given.app.call('keepDraft', early)).status).toBe(409);
  });

  it('keeps each submission as it was', async () => {
    const loan = await queried([pan]);
    given.app.clock.pass(1000);
    await save(loan, { [pan]: 'ABCDE7777F' });
    const rows = await submissionsOf(given.app.db, loan.id);
    expect(rows.map(({ number, fields }) => [number, fields[pan]])).toEqual([
      [1, 'ABCDE1234F'],
      [2, 'ABCDE7777F'],
    ]);
    expect(Number(rows[1]?.submittedAt) - Number(rows[0]?.submittedAt)).toBe(1000);
  });

  it('pushes nothing while a question is open, and then the corrected application', async () => {
    const loan = await queried([pan]);
    expect((await push(given.app, loan)).status).toBe(409);
    const { body } = await save(loan, { [pan]: 'ABCDE0003F' });
    const answer = await push(given.app, { ...loan, loan: body.result });
    expect(answer.body.result.status).toBe('PENDING');
  });

  it('ends when every question is withdrawn', async () => {
    const loan = await queried([pan]);
    const { status } = await decide(given.app, jar, loan.id, {
      withdraw: loan.loan.queries.map(({ id }) => id),
    });
    expect(status).toBe(200);
    expect((await save(loan, application('7777', { 'personal_details.name': 'Another' }))).status).toBe(200);
  });

  it('takes back an application that the lender left open, and sends it as the next of one lender loan', async () => {
    const loan = await submitted(given.app, '0003');
    expect((await push(given.app, loan)).body.result.status).toBe('PENDING');
    await sentBack(given.app, jar, loan, [pan]);
    const mended = await save(loan, { [pan]: 'ABCDE1234F' });
    expect(mended.body.result.status).toBe('submitted');
    const answer = await push(given.app, { ...loan, loan: mended.body.result });
    expect(answer.body.result.status).toBe('APPROVED');
    const sent = await given.app.db.select().from(pushes).where(eq(pushes.loanId, loan.id));
    expect(sent.map(({ submission, state }) => [submission, state]).sort()).toEqual([
      [1, 'answered'],
      [2, 'answered'],
    ]);
    const booked = await given.app.db.select().from(lenderLoans).where(eq(lenderLoans.loanId, loan.id));
    expect(booked.length).toBe(1);
  });
});

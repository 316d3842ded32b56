/** What the server lets through while a reviewer waits for answers (decisions 25 and 26). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Loan } from '../../domain/wire.ts';
import { lenderLoans, pushes, queries } from '../../server/db/schema.ts';
import { onBoth } from './both.ts';
import {
  application,
  type Opened,
  push,
  readLoan,
  saveApplication,
  saveStudents,
  student,
  submitted,
} from './people.ts';

onBoth('query mode', (given) => {
  /** A submitted loan of which a reviewer asked about some fields. */
  const queried = async (fields: (loan: Loan) => string[]) => {
    const opened = await submitted(given.app);
    for (const field of fields(opened.loan)) {
      await given.app.db.insert(queries).values({
        id: randomUUID(),
        loanId: opened.id,
        field,
        reason: 'unclear',
        message: 'Please look again',
        raisedBy: 'reviewer',
        raisedAt: given.app.clock.now(),
      });
    }
    return opened;
  };
  const refusedFields = async (
    answer: Promise<{ status: number; body: { errors: { field: string }[] } }>,
  ) => {
    const { status, body } = await answer;
    expect(status).toBe(422);
    return body.errors.map(({ field }) => field);
  };
  const save = (loan: Opened, data: object) =>
    saveApplication(given.app, loan, { customerConsent: true, ...data });

  it('shows the questions', async () => {
    const loan = await readLoan(given.app, await queried(() => ['personal_details.pan']));
    expect(loan.queries).toEqual([
      expect.objectContaining({
        field: 'personal_details.pan',
        message: 'Please look again',
        answered_at: null,
      }),
    ]);
  });

  it('takes the flagged fields alone, and a change answers the question', async () => {
    const loan = await queried(() => ['personal_details.pan', 'bank_details.ifsc_code']);
    const { status, body } = await save(loan, { 'personal_details.pan': 'ABCDE7777F' });
    expect(status).toBe(200);
    expect(body.result.personal_details.pan).toBe('ABCDE7777F');
    expect(body.result.personal_details.name).toBe('Meenakshi Sundaram');
    const open = body.result.queries.filter((one: Loan['queries'][number]) => one.answered_at === null);
    expect(open.map((one: Loan['queries'][number]) => one.field)).toEqual(['bank_details.ifsc_code']);
  });

  it('names every other field that would change, and changes nothing', async () => {
    const loan = await queried(() => ['personal_details.pan']);
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

  it('opens what hangs on a flagged field', async () => {
    const loan = await queried(() => ['personal_details.address.residence.pincode']);
    const { status } = await save(loan, {
      'personal_details.address.residence.pincode': '641001',
      'personal_details.address.residence.city': 'Coimbatore',
    });
    expect(status).toBe(200);
  });

  it('takes flagged fields of a student along, and no other of them', async () => {
    const loan = await queried((one) => [
      `el_details.students.${one.el_details.students[0]?.id}.student_roll_no`,
    ]);
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
    expect(body.result.queries[0].answered_at).not.toBe(null);
  });

  it('checks only what may be changed', async () => {
    const loan = await queried(() => ['personal_details.pan']);
    const { status, body } = await save(loan, { 'personal_details.pan': 'abc' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'personal_details.pan' })]);
  });

  it('keeps a document locked unless it is asked for', async () => {
    const upload = ({ id, token }: Opened) =>
      given.app.call('uploadDocument', {
        path: { id, document_type: 'fee_receipt' },
        token,
        headers: { 'content-type': 'application/pdf' },
        body: new Uint8Array([1]),
      });
    expect((await upload(await queried(() => ['personal_details.pan']))).status).toBe(422);
    expect((await upload(await queried(() => ['documents.fee_receipt']))).status).toBe(200);
  });

  it('pushes what was mended', async () => {
    const loan = await queried(() => ['personal_details.pan']);
    const { body } = await save(loan, { 'personal_details.pan': 'ABCDE0003F' });
    const answer = await push(given.app, { ...loan, loan: body.result });
    expect(answer.body.result.status).toBe('PENDING');
  });

  it('takes back an application that the lender left open, and sends it as the next of one lender loan', async () => {
    const loan = await submitted(given.app, '0003');
    expect((await push(given.app, loan)).body.result.status).toBe('PENDING');
    await given.app.db.insert(queries).values({
      id: randomUUID(),
      loanId: loan.id,
      field: 'personal_details.pan',
      reason: 'unclear',
      message: 'Please look again',
      raisedBy: 'reviewer',
      raisedAt: given.app.clock.now(),
    });
    const mended = await save(loan, { 'personal_details.pan': 'ABCDE1234F' });
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

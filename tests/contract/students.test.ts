import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import type { StudentsData } from '../../domain/values/wire.ts';
import { students } from '../../server/db/schema/loans.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import {
  application,
  createdLoan,
  hybrid,
  type CreatedLoan,
  readLoan,
  saveApplication,
  saveStudents,
  school,
  student,
  withStudent,
} from './fixtures.ts';

type Error = { field: string; code: string };

describeOnPostgresByDay('saving students', (given) => {
  const save = (loan: CreatedLoan, data: StudentsData) => saveStudents(given.app, loan, data);
  const refused = async (loan: CreatedLoan, data: StudentsData) => {
    const before = await readLoan(given.app, loan);
    const { status, body } = await save(loan, data);
    expect(await readLoan(given.app, loan)).toEqual(before);
    return { status, errors: (body.errors ?? []).map(({ field, code }: Error) => [field, code]) };
  };

  it('keeps new and changed rows in their places and leaves absent ones alone', async () => {
    const loan = await withStudent(given.app);
    const [second, third] = [student({ student_name: 'Second' }), student({ student_name: 'Third' })];
    await save(loan, { 'el_details.students': [second, third] });
    const changed = { ...loan.row, student_name: 'First, anew', annual_fee: 40_000 };
    const { body } = await save(loan, { 'el_details.students': [changed] });
    expect(body.result.el_details.students).toMatchObject([changed, second, third]);
    expect(body.result.el_details.order_value).toBe(42_500 + 39_000 + 39_000);
    expect(body.result.el_details.course_id).toBe(school.course);
  });

  it('answers each student with the loan’s id and no customer id, and refuses other ids', async () => {
    const loan = await withStudent(given.app);
    const [row] = (await readLoan(given.app, loan)).el_details.students;
    expect(row).toMatchObject({ applicationId: loan.id, user_id: null });
    const answered = { ...loan.row, applicationId: loan.id, user_id: null };
    expect((await save(loan, { 'el_details.students': [answered] })).status).toBe(200);
    for (const [field, value] of Object.entries({ applicationId: randomUUID(), user_id: randomUUID() }))
      expect(await refused(loan, { 'el_details.students': [{ ...answered, [field]: value }] })).toEqual({
        status: 400,
        errors: [[`el_details.students.${loan.row.id}.${field}`, 'problem.shape']],
      });
  });

  it('saves a single student, sets the institution of the loan, and updates the student by id', async () => {
    const loan = await createdLoan(given.app);
    const row = student();
    const saveOne = (operation: 'saveStudentV2' | 'saveStudentV3', changes: object) =>
      given.app.call(operation, {
        token: loan.token,
        body: { loan_id: loan.id, student: { ...row, ...changes } },
      });
    const { body } = await saveOne('saveStudentV2', { id: row.id.toUpperCase() });
    expect(body.result).toMatchObject({ ...row, applicationId: loan.id });
    expect((await saveOne('saveStudentV3', { annual_fee: 40_000 })).body.result.annual_fee).toBe(40_000);
    const { el_details: saved } = await readLoan(given.app, loan);
    expect(saved).toMatchObject({ institution_id: school.id, order_value: 42_500 });
    expect(saved.students).toHaveLength(1);
    const elsewhere = { institution_id: hybrid.id, institution_course_id: hybrid.course };
    expect((await saveOne('saveStudentV2', elsewhere)).status).toBe(400);
    expect(await readLoan(given.app, loan)).toMatchObject({ el_details: saved });
  });

  it('refuses a page that does not know all students, unless it names or deletes them', async () => {
    const loan = await withStudent(given.app);
    const [second, third] = [student({ student_name: 'Second' }), student({ student_name: 'Third' })];
    const first = loan.row.id;
    const sent = { 'el_details.students': [second], 'el_details.known_students': [] };
    const before = await readLoan(given.app, loan);
    expect(await save(loan, sent)).toMatchObject({ status: 409, body: { code: 'refusal.studentsChanged' } });
    expect(await readLoan(given.app, loan)).toEqual(before);
    const known = { ...sent, 'el_details.known_students': [first.toUpperCase()] };
    // The second is known as one of those that are sent, after an answer that was lost too.
    for (let times = 0; times < 2; times += 1) expect((await save(loan, known)).status).toBe(200);
    const exchange = { 'el_details.students': [third], 'el_details.deleted_students': [first] };
    expect((await save(loan, { ...exchange, 'el_details.known_students': [first] })).status).toBe(409);
    expect(
      (await save(loan, { ...exchange, 'el_details.known_students': [first, second.id] })).body.result
        .el_details.students,
    ).toMatchObject([{ id: second.id }, { id: third.id }]);
  });

  it('is idempotent, and deletes the named students', async () => {
    const loan = await withStudent(given.app);
    const [second, third] = [student(), student()];
    const data: StudentsData = { 'el_details.students': [third], 'el_details.deleted_students': [second.id] };
    await save(loan, { 'el_details.students': [second] });
    const once = await save(loan, data);
    const twice = await save(loan, data);
    expect(once.body.result.el_details).toEqual(twice.body.result.el_details);
    expect(twice.body.result.el_details.students.map(({ id }: { id: string }) => id)).toEqual([
      loan.row.id,
      third.id,
    ]);
    const capitals = { ...third, id: third.id.toUpperCase(), student_name: 'The same' };
    expect(
      (await save(loan, { 'el_details.students': [capitals] })).body.result.el_details.students,
    ).toHaveLength(2);
  });

  it('keeps and counts the rows of simultaneous saves', async () => {
    const loan = await withStudent(given.app);
    const rows = Array.from({ length: 4 }, () => student());
    const answers = await Promise.all(rows.map((row) => save(loan, { 'el_details.students': [row] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { students, order_value } = (await readLoan(given.app, loan)).el_details;
    expect(students.map(({ id }) => id).toSorted()).toEqual(
      [loan.row, ...rows].map(({ id }) => id).toSorted(),
    );
    expect(order_value).toBe(5 * 39_000);
  });

  it('keeps as many as one loan may have', async () => {
    const loan = await createdLoan(given.app);
    const rows = Array.from({ length: limits.maxStudents }, () => student());
    const filled = { 'el_details.institution_id': school.id, 'el_details.students': rows };
    expect((await save(loan, filled)).status).toBe(200);
    const more = student();
    expect(await refused(loan, { 'el_details.students': [more] })).toEqual({
      status: 400,
      errors: [['el_details.students', 'student.error.maxStudents']],
    });
    expect(await refused(loan, { 'el_details.students': [...rows, more] })).toEqual({
      status: 400,
      errors: [['el_details.students', 'problem.shape']],
    });
    const ids = [...rows, more].map(({ id }) => id);
    expect(await refused(loan, { 'el_details.deleted_students': ids })).toEqual({
      status: 400,
      errors: [['el_details.deleted_students', 'problem.shape']],
    });
    const exchanged = { 'el_details.students': [more], 'el_details.deleted_students': [ids[0] ?? ''] };
    expect((await save(loan, exchanged)).status).toBe(200);

    // Rows from before there was a limit.
    const old = student();
    const values = { id: old.id, loanId: loan.id, position: 99, details: old };
    await given.app.db
      .insert(students)
      .values({ ...values, institutionId: school.id, institutionCourseId: school.course });
    expect((await save(loan, { 'el_details.students': [{ ...more, annual_fee: 40_000 }] })).status).toBe(200);
    expect((await save(loan, { 'el_details.deleted_students': [old.id] })).status).toBe(200);
  });

  it('reads a row of another release with today’s fields', async () => {
    const loan = await withStudent(given.app);
    const { otherfees: _, ...older } = loan.row;
    await given.app.db
      .update(students)
      .set({ details: { ...older, house: 'Blue' } })
      .where(eq(students.id, loan.row.id));
    const { el_details } = await readLoan(given.app, loan);
    expect(el_details.students).toMatchObject([{ ...loan.row, otherfees: 0 }]);
  });

  it('keeps at least one', async () => {
    const loan = await withStudent(given.app);
    expect(await refused(loan, { 'el_details.deleted_students': [loan.row.id] })).toEqual({
      status: 400,
      errors: [['el_details.students', 'problem.shape']],
    });
    expect((await refused(await createdLoan(given.app), {})).status).toBe(400);
  });

  it('refuses invalid values like the card, with one error per field, and saves nothing', async () => {
    const loan = await withStudent(given.app);
    const good = student();
    const bad = student({
      student_name: ' ',
      dob: '2026-07-21',
      annual_fee: 20_000,
      otherfees: 0,
      academic_year: '2031',
      student_roll_no: 'A1',
    });
    expect(await refused(loan, { 'el_details.students': [good, bad] })).toEqual({
      status: 400,
      errors: [
        [`el_details.students.${bad.id}.student_name`, 'student.error.name.required'],
        [`el_details.students.${bad.id}.dob`, 'student.error.dob.invalid'],
        [`el_details.students.${bad.id}.student_roll_no`, 'student.error.rollNumber.invalid'],
        [`el_details.students.${bad.id}.academic_year`, 'student.error.academicYear.required'],
        [`el_details.students.${bad.id}.annual_fee`, 'student.error.annualFee.minimum'],
      ],
    });
  });

  it('refuses ids that are given twice, and keeps the rows of two loans apart', async () => {
    const [loan, other] = [await withStudent(given.app), await withStudent(given.app)];
    const row = student();
    expect((await refused(loan, { 'el_details.students': [row, row] })).status).toBe(400);
    expect(
      (await refused(loan, { 'el_details.students': [row], 'el_details.deleted_students': [row.id] })).status,
    ).toBe(400);
    expect((await save(loan, { 'el_details.deleted_students': [other.row.id] })).status).toBe(200);
    expect((await readLoan(given.app, other)).el_details.students).toHaveLength(1);
    const sameId = { ...row, id: other.row.id, student_name: 'Somebody else' };
    expect((await save(loan, { 'el_details.students': [sameId] })).status).toBe(200);
    expect((await readLoan(given.app, other)).el_details.students).toMatchObject([
      { id: other.row.id, student_name: other.row.student_name },
    ]);
  });

  it('shows students and their total as they were at one moment, however many saves come between', async () => {
    const loan = await withStudent(given.app, { otherfees: 0 });
    const fees = Array.from({ length: 12 }, (_, index) => 30_000 + index);
    const reads = fees.flatMap((annual_fee) => [
      save(loan, { 'el_details.students': [{ ...loan.row, annual_fee }] }),
      ...Array.from({ length: 4 }, async () => {
        const { el_details: el } = await readLoan(given.app, loan);
        expect(el.order_value).toBe(el.students[0]?.annual_fee);
      }),
    ]);
    await Promise.all(reads);
  });

  it('takes names from the database and fees from the call', async () => {
    const loan = await withStudent(given.app, { institution_name: 'My school', course_name: 'My class' });
    const { students: rows, institution_name: name } = (await readLoan(given.app, loan)).el_details;
    expect(rows[0]).toMatchObject({ institution_name: school.name, course_name: school.title });
    expect(name).toBe(school.name);
  });

  it('counts a hidden fee 0', async () => {
    const loan = await withStudent(given.app, { transport_fee_amount: 7000, admission_fee_amount: 9000 });
    const { students, order_value: order } = (await readLoan(given.app, loan)).el_details;
    expect(students[0]).toMatchObject({ transport_fee_amount: 0, admission_fee_amount: 0 });
    expect(order).toBe(39_000);
  });

  it('asks for a course of the institution', async () => {
    const loan = await withStudent(given.app);
    const row = student({ institution_course_id: hybrid.course });
    expect(await refused(loan, { 'el_details.students': [row] })).toEqual({
      status: 400,
      errors: [[`el_details.students.${row.id}.institution_course_id`, 'student.error.course.required']],
    });
    expect((await refused(loan, { 'el_details.institution_id': 999_999 })).status).toBe(400);
    expect((await refused(loan, { 'el_details.institution_id': 99_999_999_999 })).status).toBe(400);
  });

  it('changes the institution only together with all students, and deducts its subvention', async () => {
    const loan = await withStudent(given.app);
    expect(await refused(loan, { 'el_details.institution_id': hybrid.id })).toEqual({
      status: 400,
      errors: [[`el_details.students.${loan.row.id}.institution_course_id`, 'student.error.course.required']],
    });
    const moved = {
      ...loan.row,
      institution_id: hybrid.id,
      institution_name: hybrid.name,
      institution_course_id: hybrid.course,
      annual_fee: 30_001,
      otherfees: 0,
    };
    const { body } = await save(loan, {
      'el_details.institution_id': hybrid.id,
      'el_details.students': [moved],
      'el_details.order_value': 29_251,
    });
    expect(body.result.el_details).toMatchObject({ institution_id: hybrid.id, order_value: 29_251 });
  });

  it('enforces the institution lock, unless the locked institution does not exist', async () => {
    const row = student();
    const data: StudentsData = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
    const locked = await createdLoan(given.app, { institute_id: hybrid.id });
    expect(await refused(locked, data)).toEqual({
      status: 400,
      errors: [['el_details.institution_id', 'problem.shape']],
    });
    const unknown = await createdLoan(given.app, { institute_id: 987_654 });
    expect((await save(unknown, data)).status).toBe(200);
  });

  it("refuses a total or a course that is the server's and differs", async () => {
    const loan = await withStudent(given.app);
    expect(await refused(loan, { 'el_details.order_value': 38_999 })).toEqual({
      status: 400,
      errors: [['el_details.order_value', 'problem.shape']],
    });
    expect((await refused(loan, { 'el_details.course_id': hybrid.course })).status).toBe(400);
    expect((await save(loan, { 'el_details.order_value': 39_000 })).status).toBe(200);
  });

  it('clears a chosen tenure that the first course does not offer any more', async () => {
    const loan = await withStudent(given.app);
    expect((await saveApplication(given.app, loan, application())).status).toBe(200);
    const stays = await save(loan, { 'el_details.students': [{ ...loan.row, annual_fee: 50_000 }] });
    expect(stays.body.result.loan_details).toMatchObject({ emi_tenure: 3, applied_amount: 52_500 });
    const moved = { ...loan.row, institution_id: hybrid.id, institution_course_id: hybrid.course };
    const { body } = await save(loan, {
      'el_details.institution_id': hybrid.id,
      'el_details.students': [moved],
    });
    expect(body.result.loan_details).toMatchObject({ emi_tenure: null, emi_tenure_id: null });
  });

  it('ends the draft of its step', async () => {
    const loan = await withStudent(given.app);
    const draft = { path: { id: loan.id, step: 'students' }, token: loan.token };
    await given.app.call('keepDraft', { ...draft, headers: { 'if-match': '0' }, body: { body: { a: 1 } } });
    await save(loan, { 'el_details.students': [student({ id: randomUUID() })] });
    expect((await given.app.call('getDraft', draft)).body.result).toEqual({ version: 0, body: null });
  });
});

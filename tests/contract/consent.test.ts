/** The versions of the terms and the privacy policy that a submission agrees to (decision 56). */
import { and, asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { currentLegalVersions, declarationVersion } from '../../domain/pages/legal.ts';
import { emiOptions, institutions } from '../../server/db/schema/institutions.ts';
import { submissions, timeline } from '../../server/db/schema/review.ts';
import { declarations } from '../../server/loans/agreement.ts';
import { describeOnPostgres } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  hybrid,
  readReviewedApplication,
  saveApplication,
  sentBack,
  submitted,
  withStudent,
} from './fixtures.ts';

const { terms, privacy } = currentLegalVersions;
const agreed = { terms_version: terms, privacy_version: privacy };

describeOnPostgres('what is agreed to', (given) => {
  const recorded = async (loanId: string) => {
    const rows = await given.app.db
      .select({ details: timeline.details })
      .from(timeline)
      .where(and(eq(timeline.loanId, loanId), eq(timeline.act, 'application.submitted')))
      .orderBy(asc(timeline.id));
    return rows.map(({ details }) => details);
  };

  it('is recorded in the submission’s timeline entry, with the current versions if the call names none', async () => {
    const named = await withStudent(given.app);
    expect((await saveApplication(given.app, named, { ...application(), ...agreed })).status).toBe(200);
    expect(await recorded(named.id)).toEqual([{ number: 1, ...agreed }]);
    const silent = await withStudent(given.app);
    expect((await saveApplication(given.app, silent, application())).status).toBe(200);
    expect(await recorded(silent.id)).toEqual([{ number: 1, ...agreed }]);
  });

  it('is recorded with the answers to questions only if it was declared again', async () => {
    const loan = await submitted(given.app);
    const jar = await signInOnce(given.app);
    for (const [pan, declared] of [
      ['ABCDE0009F', {}],
      ['ABCDE1234F', agreed],
    ] as const) {
      await sentBack(given.app, jar, loan, ['personal_details.pan']);
      const answers = { customerConsent: true, 'personal_details.pan': pan, ...declared };
      expect((await saveApplication(given.app, loan, answers)).status).toBe(200);
    }
    expect(await recorded(loan.id)).toEqual([
      { number: 1, ...agreed },
      { number: 2 },
      { number: 3, ...agreed },
    ]);
  });

  it('records the declaration shown on the screen, in the language of the page', async () => {
    const loan = await withStudent(given.app);
    const declared = { declaration_version: declarationVersion, declaration_language: 'hi' };
    const other = { ...application(), ...agreed, ...declared, declaration_version: '1999-01-01' };
    const refused = await saveApplication(given.app, loan, other);
    expect([refused.status, refused.body.code]).toEqual([400, 'refusal.wordsChanged']);
    expect(await recorded(loan.id)).toEqual([]);

    await saveApplication(given.app, loan, { ...application(), ...agreed, ...declared });
    const [submission] = await given.app.db.select().from(submissions).where(eq(submissions.loanId, loan.id));
    expect(submission?.agreed).toMatchObject({ language: 'hi', words: declarations.hi });
  });

  it('must name a published version', async () => {
    const loan = await withStudent(given.app);
    const { status, body } = await saveApplication(given.app, loan, {
      ...application(),
      terms_version: '1999-01-01',
    });
    expect([status, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['terms_version'],
    ]);
    expect(await recorded(loan.id)).toEqual([]);
  });

  it('keeps the chosen plan at the desk and in query mode, whatever an import changes', async () => {
    const { db } = given.app;
    const jar = await signInOnce(given.app);
    const tenureId = Number((await firstOption())?.id);
    const loan = await withStudent(given.app, {
      institution_id: hybrid.id,
      institution_name: hybrid.name,
      institution_course_id: hybrid.course,
      annual_fee: 40_000,
      otherfees: 0,
    });
    const months = Number((await firstOption())?.emiTenure);
    const chosen = { 'loan_details.emi_tenure_id': tenureId, 'loan_details.emi_tenure': months };
    const sent = await saveApplication(given.app, loan, { ...application('1234', chosen), ...agreed });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const before = await readReviewedApplication(given.app, jar, loan.id);
    expect(before.plan).toMatchObject({
      institution: { id: hybrid.id, commercial_type: 'HYBRID', subvention: '2.5' },
      option: { id: tenureId, emi_tenure: months },
      order_value: 39_000,
    });

    await db.update(institutions).set({ subvention: '10' }).where(eq(institutions.id, hybrid.id));
    await db.update(emiOptions).set({ parentInterest: '9' }).where(eq(emiOptions.id, tenureId));
    expect((await readReviewedApplication(given.app, jar, loan.id)).plan).toEqual(before.plan);

    const rollNo = `el_details.students.${loan.row.id}.student_roll_no`;
    await sentBack(given.app, jar, loan, [rollNo]);
    const answer = await saveApplication(given.app, loan, {
      customerConsent: true,
      'el_details.students': [{ ...loan.row, institution_name: hybrid.name, student_roll_no: '7' }],
    });
    expect(answer.body.result?.el_details.order_value, JSON.stringify(answer.body)).toBe(39_000);
    const answered = await readReviewedApplication(given.app, jar, loan.id);
    expect(answered.plan).toEqual(before.plan);
    expect(answered.changes.map(({ field }) => field)).toEqual([rollNo]);

    const fee = `el_details.students.${loan.row.id}.annual_fee`;
    await sentBack(given.app, jar, loan, [fee]);
    const anew = await saveApplication(given.app, loan, {
      customerConsent: true,
      ...agreed,
      'el_details.students': [
        { ...loan.row, institution_name: hybrid.name, student_roll_no: '7', annual_fee: 50_000 },
      ],
    });
    expect(anew.body.result?.el_details.order_value, JSON.stringify(anew.body)).toBe(45_000);
    expect((await readReviewedApplication(given.app, jar, loan.id)).plan).toMatchObject({
      institution: { subvention: '10' },
      option: { parent_interest: '9' },
      order_value: 45_000,
    });
  });

  it('is stored with the submission and the language of the texts', async () => {
    const { db } = given.app;
    const loan = await submitted(given.app);
    const rows = await db.select().from(submissions).where(eq(submissions.loanId, loan.id));
    expect(rows.map((row) => row.agreed)).toMatchObject([
      {
        ...agreed,
        language: 'en',
        words: expect.stringMatching(/terms/),
        plan: { order_value: 39_000, emi_amount: 13_000 },
      },
    ]);
  });

  const firstOption = async () => {
    const { db } = given.app;
    const rows = await db.select().from(emiOptions).where(eq(emiOptions.courseId, hybrid.course));
    return rows.find(({ isDisabled }) => !isDisabled);
  };
});

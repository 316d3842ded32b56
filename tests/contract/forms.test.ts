/** The server refuses whatever the form refuses, at the same field and with the same message id (decision 20). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applicantForm } from '../../domain/forms/applicant.ts';
import { checkWire, type ValidationContext } from '../../domain/values/check.ts';
import { createLoanForm } from '../../domain/forms/create.ts';
import { withoutHidden } from '../../domain/forms/hidden-fields.ts';
import { checkStudents, studentForm } from '../../domain/forms/student.ts';
import type { ApplicationData } from '../../domain/values/wire.ts';
import { describeOnPostgres } from './both-databases.ts';
import type { Answer } from './calls.ts';
import { application, person, saveApplication, saveStudents, student, withStudent } from './fixtures.ts';

const context: ValidationContext = { today: '2026-07-20', applicantMobile: person.phone };
const runs = { numRuns: 60 };

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '9840012345',
    '98400123456',
    'ABCDE1234F',
    'abcde1234f',
    '600004',
    '60000',
    '6000',
  ),
  fc.constantFrom(
    '2005-12-31',
    '2006-01-01',
    '1949-12-31',
    '2026-07-20',
    '2026-07-21',
    '1968-01-19',
    '2026-02-30',
  ),
  fc.constantFrom('a@b.in', 'a@b', 'மீனா', 'Mee-na', '2026', '2024', 'x'.repeat(101), 'x'.repeat(255)),
  fc.string({ unit: 'grapheme' }),
);
const amount = fc.oneof(
  fc.constantFrom(0, 20_000, 20_001, 24_999, 25_000, 9_999_999_999, 10_000_000_000, -1),
  fc.integer(),
);

/** A body with up to four members replaced by other values of their own type. */
function mended<Body extends object>(body: Body, leave: readonly string[] = []): fc.Arbitrary<Body> {
  const names = Object.keys(body).filter((name) => !leave.includes(name));
  const like = (name: string) => {
    const value: unknown = Reflect.get(body, name);
    if (typeof value === 'boolean') return fc.boolean();
    return typeof value === 'number' ? amount : text;
  };
  return fc
    .subarray(names, { maxLength: Math.min(4, names.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, like(name)]))))
    .map((changes) => ({ ...body, ...changes }));
}

const issuesIn = ({ body }: Answer): [string, string][] =>
  (body.errors ?? []).map(({ field, code }: { field: string; code: string }) => [field, code]);

describeOnPostgres('the server refuses what the form refuses', (given) => {
  it('the server agrees with the create form', async () => {
    await fc.assert(
      fc.asyncProperty(mended(person), async (body) => {
        const trimmed = { ...body, name: body.name.trim(), email: body.email.trim() };
        const issues = checkWire(createLoanForm, trimmed, context).map(({ field, code }) => [field, code]);
        const answer = await given.app.call('createLoan', { body });
        if (issues.length === 0) {
          expect(answer.status === 200 || answer.body.message === 'Invalid Email').toBe(true);
        } else if (!issuesIn(answer).some(([, code]) => code === 'problem.shape')) {
          expect([answer.status, issuesIn(answer)]).toEqual([400, issues]);
        }
        expect(answer.status).toBe(issues.length === 0 ? answer.status : 400);
      }),
      runs,
    );
  });

  it('the server agrees with the form of a student', async () => {
    const loan = await withStudent(given.app);
    const leave = ['id', 'institution_id', 'institution_course_id', 'institution_name', 'course_name'];
    await fc.assert(
      fc.asyncProperty(mended(student(), [...leave, 'type_of_institute']), async (made) => {
        const row = { ...made, id: loan.row.id };
        const issues = checkStudents([withoutHidden(studentForm, row)], context);
        const answer = await saveStudents(given.app, loan, { 'el_details.students': [row] });
        expect([answer.status, issuesIn(answer)]).toEqual(
          issues.length === 0 ? [200, []] : [400, issues.map(({ field, code }) => [field, code])],
        );
      }),
      runs,
    );
  });

  it('the server agrees with the form of the applicant', async () => {
    const loan = await withStudent(given.app);
    const chosen: (keyof ApplicationData)[] = [
      'customerConsent',
      'loan_details.emi_tenure',
      'loan_details.emi_tenure_id',
    ];
    // Codes of a closed list are the contract's business, which answers for them before any rule.
    const codes = (Object.keys(application()) as (keyof ApplicationData)[]).filter((name) =>
      /gender|marital|relationship|type_of_residence|same_as|employment_type|account_type/.test(name),
    );
    const low = application('1234', {
      'income_details.monthly_income': 24_000,
      'income_details.household_income': 50_000,
    });
    const bodies = fc.oneof(mended(application(), [...chosen, ...codes]), mended(low, [...chosen, ...codes]));
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(0 as const, 1 as const), async (made, same) => {
        const body = { ...made, 'personal_details.same_as_aadhaar': same };
        const issues = checkWire(applicantForm, withoutHidden(applicantForm, body), context);
        const answer = await saveApplication(given.app, loan, body);
        if (issues.length === 0) expect([answer.status, issuesIn(answer)]).toEqual([200, []]);
        else expect(answer.status).toBe(400);
        if (issues.length > 0 && !issuesIn(answer).some(([, code]) => code === 'problem.shape')) {
          expect(issuesIn(answer)).toEqual(issues.map(({ field, code }) => [field, code]));
        }
      }),
      runs,
    );
  });
});

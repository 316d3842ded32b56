/**
 * The server holds the lock: of random changes to a flagged application it accepts exactly those of flagged
 * fields and of their dependants, and names exactly the others.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loan, Student } from '../../domain/values/wire.ts';
import { embedded, type TestDatabase } from '../support/databases.ts';
import { seed } from '../support/seed.ts';
import { type App, openApp } from './app.ts';
import type { CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import { createdLoan, readLoan, saveApplication, saveStudents, school, sentBack } from './fixtures.ts';
import { contentOf, upload } from './uploads.ts';
import {
  changes,
  differences,
  flaggable,
  opensBesides,
  permanent,
  receipt,
  initialContent,
  type ApplicationContent,
} from './flagged-changes.ts';

const runs = 40;

type Plan = { flags: string[]; wanted: string[]; inside: boolean; whole: boolean; replaced: boolean };

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  flags: fc.uniqueArray(fc.constantFrom(...flaggable), { minLength: 1, maxLength: 12 }),
  wanted: fc.uniqueArray(fc.constantFrom(...Object.keys(changes)), { maxLength: 12 }),
  /** True if the change stays within the flagged fields. */
  inside: fc.boolean(),
  /** True if the body is the whole form, false if it holds the changes alone. */
  whole: fc.boolean(),
  /** True if another fee receipt is sent first. */
  replaced: fc.boolean(),
});

let database: TestDatabase;
let app: App;
let jar: CookieJar;
beforeAll(async () => {
  database = embedded();
  app = await openApp(database);
  jar = await signInOnce(app);
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

it('accepts exactly the changes of flagged fields and of their dependants', async () => {
  process.stdout.write(`Query lock: ${runs} runs, seed ${seed} (SEED=${seed} repeats them)\n`);
  const met = { taken: 0, refused: 0, changes: 0 };

  await fc.assert(
    fc.asyncProperty(anyPlan, async ({ flags, wanted, inside, whole, replaced }) => {
      const before = initialContent();
      const opened = await createdLoan(app);
      const first = await saveStudents(app, opened, bodyOfStudents(before));
      expect(first.status, JSON.stringify(first.body)).toBe(200);
      const submitted = await saveApplication(app, opened, { customerConsent: true, ...before.applicant });
      expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
      const realName = (name: string) =>
        name.replace(/^student (\d) /, (_, index: string) => {
          const id = before.students[Number(index)]?.id;
          return `el_details.students.${id}.`;
        });
      const { loan: flagged } = await sentBack(app, jar, opened, flags.map(realName));

      const open = new Set(flags.flatMap((flag) => [flag, ...opensBesides(flag)]));
      const after = structuredClone(before);
      // Changes that move others come first in the table, so its order is kept.
      for (const [name, change] of Object.entries(changes)) {
        const isMeant = inside
          ? open.has(name) && (flags.includes(name) || wanted.includes(name))
          : wanted.includes(name);
        if (isMeant) change(after);
      }
      const changed = differences(before, after);
      const refused = changed.filter((name) => !open.has(name));

      if (replaced) {
        const sent = await upload(app, opened, contentOf('pdf'));
        expect(sent.status).toBe(flags.includes(receipt) ? 200 : 422);
      }
      const saved = await readLoan(app, opened);
      const answer = await saveApplication(app, opened, {
        ...(whole ? bodyOf(after) : partOf(after, before)),
        query_answers: flagged.queries.map(({ id }) => ({ id, answer: 'It is as it should be' })),
      });

      const named = (answer.body.errors ?? []).map(({ field }: { field: string }) => field);
      const added = after.students[before.students.length];
      const expected = refused.map((name) =>
        name === 'another student' ? `el_details.students.${added?.id}` : realName(name),
      );
      expect([answer.status, named.toSorted()]).toEqual([
        refused.length > 0 ? 422 : 200,
        expected.toSorted(),
      ]);
      const now = await readLoan(app, opened);
      if (refused.length > 0) expect(now).toEqual(saved);
      else {
        expect(applicationContentOf(now)).toEqual(after);
        expect(now.queries.map(({ state }) => state)).toEqual(flags.map(() => 'answered'));
      }
      met[refused.length > 0 ? 'refused' : 'taken'] += 1;
      met.changes += changed.length;
    }),
    { numRuns: runs },
  );

  process.stdout.write(`Query lock: ${met.taken} taken, ${met.refused} refused, ${met.changes} changes\n`);
  expect(Math.min(met.taken, met.refused)).toBeGreaterThan(0);
});

const bodyOfStudents = ({ institution: id, students }: ApplicationContent) => ({
  'el_details.institution_id': id,
  'el_details.students': students,
});

const bodyOf = (content: ApplicationContent) => ({
  customerConsent: true,
  ...content.applicant,
  ...bodyOfStudents(content),
});

/** Returns only the differences: fields of the applicant, and whole rows of students. */
function partOf(after: ApplicationContent, before: ApplicationContent) {
  const same = (row: Student) => before.students.some((was) => JSON.stringify(was) === JSON.stringify(row));
  const fields = Object.entries(after.applicant).filter(([name, value]) => value !== before.applicant[name]);
  return {
    customerConsent: true,
    ...Object.fromEntries(fields),
    ...(after.institution === before.institution ? {} : { 'el_details.institution_id': after.institution }),
    'el_details.students': after.students.filter((row) => !same(row)),
  };
}

/** Returns a loan's content as a body, without the values that the server adds. */
function applicationContentOf(loan: Loan): ApplicationContent {
  const at = (name: string): unknown =>
    name.split('.').reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], loan);
  const isSame = loan.personal_details.same_as_aadhaar === 1;
  const applicant = Object.keys(initialContent().applicant)
    .filter((name) => !isSame || !name.startsWith(permanent))
    .map((name) => [name, at(name)] as const)
    .filter(([, value]) => value !== null);
  return {
    institution: Number(loan.el_details.institution_id),
    applicant: Object.fromEntries(applicant) as ApplicationContent['applicant'],
    students: loan.el_details.students.map(({ applicationId: _application, user_id: _user, ...row }) => ({
      ...row,
      institution_name: school.name,
      course_name: school.title,
    })),
  };
}

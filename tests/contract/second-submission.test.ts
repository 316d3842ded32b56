/** A second Submit with another value of one field is no repeat of the first: it is kept, and a change on the desk. */
import { beforeAll, expect, it } from 'vitest';
import { flaggableFields } from '../../domain/loan/flaggable.ts';
import { describeOnPostgres } from './both-databases.ts';
import type { CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  createdLoan,
  type CreatedLoan,
  readLoan,
  readReviewedApplication,
  saveApplication,
  saveStudents,
} from './fixtures.ts';
import { type ApplicationContent, changes, differences, initialContent } from './flagged-changes.ts';

describeOnPostgres('a second Submit', (given) => {
  let jar: CookieJar;
  beforeAll(async () => {
    jar = await signInOnce(given.app);
  });

  async function submit(loan: CreatedLoan, { institution, students, applicant }: ApplicationContent) {
    const data = { 'el_details.institution_id': institution, 'el_details.students': students };
    expect(await saveStudents(given.app, loan, data)).toMatchObject({ status: 200 });
    expect(await saveApplication(given.app, loan, { customerConsent: true, ...applicant })).toMatchObject({
      status: 200,
    });
  }

  it.each(Object.entries(changes))('shows the changed fields with another %s', async (_, change) => {
    const content = initialContent();
    const loan = await createdLoan(given.app);
    await submit(loan, content);
    const changed = structuredClone(content);
    change(changed);
    const named = differences(content, changed).filter((name) => name !== 'another student');
    const { students } = content;
    // The second student has no switched fee to change.
    if (named.length === 0 && changed.students.length === students.length) return;
    await submit(loan, changed);
    const shown = (await readReviewedApplication(given.app, jar, loan.id)).changes.map(({ field }) => field);
    const realName = (name: string) =>
      name.replace(/^student (\d) /, (__, index) => `el_details.students.${students[Number(index)]?.id}.`);
    expect(shown).toEqual(expect.arrayContaining(named.map(realName)));
    expect(shown).not.toEqual([]);
  });

  it('covers each field that the applicant fills in', async () => {
    const content = initialContent();
    const loan = await createdLoan(given.app);
    await submit(loan, content);
    const names = flaggableFields(await readLoan(given.app, loan)).map((name) =>
      name.replace(
        /^el_details\.students\.([^.]+)\./,
        (_, id) => `student ${content.students.findIndex((row) => row.id === id)} `,
      ),
    );
    const untried = names.filter((name) => !name.startsWith('documents.') && !(name in changes));
    expect(untried, 'tests/contract/flagged-changes.ts has no change of them').toEqual([]);
  });
});

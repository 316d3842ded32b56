/** The versions of the terms and the privacy policy that a submission agrees to (decision 56). */
import { and, asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { currentLegalVersions } from '../../domain/legal.ts';
import { timeline } from '../../server/db/schema.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import { signInOnce } from './desk.ts';
import { application, saveApplication, sentBack, submitted, withStudent } from './fixtures.ts';

const { terms, privacy } = currentLegalVersions;
const agreed = { terms_version: terms, privacy_version: privacy };

describeOnBothDatabases('what is agreed to', (given) => {
  const recorded = async (loanId: string) => {
    const rows = await given.app.db
      .select({ details: timeline.details })
      .from(timeline)
      .where(and(eq(timeline.loanId, loanId), eq(timeline.act, 'application.submitted')))
      .orderBy(asc(timeline.id));
    return rows.map(({ details }) => details);
  };

  it('stands in the entry of the submission, with the current versions where a body names none', async () => {
    const named = await withStudent(given.app);
    expect((await saveApplication(given.app, named, { ...application(), ...agreed })).status).toBe(200);
    expect(await recorded(named.id)).toEqual([{ number: 1, ...agreed }]);
    const silent = await withStudent(given.app);
    expect((await saveApplication(given.app, silent, application())).status).toBe(200);
    expect(await recorded(silent.id)).toEqual([{ number: 1, ...agreed }]);
  });

  it('is recorded anew with answers only where it was declared anew', async () => {
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

  it('must have been published', async () => {
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
});

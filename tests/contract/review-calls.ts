/** The calls of the desk by two reviewers, Ravi and Mala. */
import { beforeAll, expect } from 'vitest';
import type { TimelineEntry, Loan } from '../../domain/values/wire.ts';
import type { TestContext } from './both-databases.ts';
import type { Answer, CookieJar } from './calls.ts';
import { signInAs } from './desk.ts';
import { type CreatedLoan, decide, readReviewedApplication, saveApplication, sentBack } from './fixtures.ts';

type Reviewer = { jar: CookieJar; id: string };

/** Call it in a describe block: both are signed in before its tests. They act as Ravi, unless they say otherwise. */
export function reviewCalls(given: TestContext) {
  const staff = {} as { ravi: Reviewer; mala: Reviewer };
  beforeAll(async () => {
    staff.ravi = await signInAs(given.app, 'Ravi');
    staff.mala = await signInAs(given.app, 'Mala');
  });

  const read = (id: string) => readReviewedApplication(given.app, staff.ravi.jar, id);
  const historyOf = async (id: string): Promise<TimelineEntry[]> => {
    const { status, body } = await given.app.call('getTimeline', { path: { id }, jar: staff.ravi.jar });
    expect(status).toBe(200);
    return body.result;
  };
  return {
    staff,
    read,
    historyOf,
    act: (id: string, acts: Parameters<typeof decide>[3]) => decide(given.app, staff.ravi.jar, id, acts),
    flag: (loan: CreatedLoan, ...fields: string[]) => sentBack(given.app, staff.ravi.jar, loan, fields),
    save: (loan: CreatedLoan, data: object) =>
      saveApplication(given.app, loan, { customerConsent: true, ...data }),

    async pushed(id: string, jar = staff.ravi.jar, version?: number): Promise<Answer> {
      const body = { version: version ?? (await read(id)).version };
      return given.app.call('pushApplication', { path: { id }, jar, body });
    },

    /** Checks that the call leaves no trace in the database. */
    async unchangedBy(id: string, work: () => Promise<void>): Promise<void> {
      const before = [await read(id), await historyOf(id)];
      await work();
      expect([await read(id), await historyOf(id)]).toEqual(before);
    },
  };
}

/** The fields of an answer's errors, each with its code. */
export async function errorsOf(answer: Promise<Answer>, expected: number): Promise<[string, string][]> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(expected);
  return (body.errors ?? []).map(({ field, code }: { field: string; code: string }) => [field, code]);
}

export const refusedAt = async (answer: Promise<Answer>, expected: number): Promise<string[]> =>
  (await errorsOf(answer, expected)).map(([field]) => field);

/** The id of the last question about a field. */
export function idOf({ loan }: { loan: Loan }, field: string): string {
  const query = loan.queries.findLast((one) => one.field === field);
  if (!query) throw new Error(`Nobody asked about ${field}`);
  return query.id;
}

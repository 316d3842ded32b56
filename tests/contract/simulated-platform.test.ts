import { afterEach, expect, it } from 'vitest';
import { jobs } from '../../server/db/schema/servers.ts';
import { lenderLoans, pushes } from '../../server/db/schema/lenders.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { messages } from '../../server/db/schema/messages.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { installPlatform } from '../../server/platform/platform.ts';
import { embedded } from '../support/databases.ts';
import { simulatedPlatform } from '../support/simulated-platform.ts';
import { callsOf, openApp } from './app.ts';
import { push, submitted } from './fixtures.ts';

let uninstall = () => {};
afterEach(() => uninstall());

/** Reads what is stored after an application was submitted and pushed on a platform of this seed. */
async function rowsAfter(seed: number): Promise<Record<string, unknown[]>> {
  const database = embedded();
  const platform = simulatedPlatform(seed);
  uninstall = installPlatform(platform);
  const app = await openApp(database);
  try {
    const { call } = callsOf({ ...app.services, clock: systemClock });
    const opened = await submitted({ call });
    await platform.advance(90_000);
    const answer = push({ call }, opened);
    await platform.advance(60_000);
    expect((await answer).status).toBe(200);
    const rows: Record<string, unknown[]> = {};
    for (const [name, table] of Object.entries({ loans, lenderLoans, pushes, messages, jobs }))
      rows[name] = await app.db.select().from(table);
    return rows;
  } finally {
    await app.close();
    await database.drop();
    uninstall();
  }
}

it('the same seed gives the same ids, secrets and times, and another seed gives others', async () => {
  const [first, second, other] = [await rowsAfter(7), await rowsAfter(7), await rowsAfter(8)];
  expect(first.pushes).toMatchObject([{ createdAt: new Date('2026-07-20T06:31:30Z') }]);
  expect(second).toEqual(first);
  expect(other.loans).not.toEqual(first.loans);
});

/** An object store that does not answer stops the calls that need it, and no others: none holds the database meanwhile. */
import { expect, it } from 'vitest';
import type { Objects } from '../../server/adapters/objects.ts';
import type { Scanner } from '../../server/adapters/scanner.ts';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { startJobRunner } from '../../server/jobs/runner.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { createdLoan, readLoan } from './fixtures.ts';
import { contentOf, put, upload } from './uploads.ts';

const scanner: Scanner = { scan: async () => 'refused' };

/** More calls at once than the database has connections. */
const calls = 14;

/** Lets one operation of the store hang until it is released. */
function hang(objects: Objects, method: 'head' | 'put' | 'remove') {
  const { head, put: write, remove } = objects;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let started = 0;
  const wait = async <T>(work: () => Promise<T>): Promise<T> => {
    started += 1;
    await released;
    return work();
  };
  const hanging: Pick<Objects, 'head' | 'put' | 'remove'> = {
    head: (key) => wait(() => head(key)),
    put: (...args) => wait(() => write(...args)),
    remove: (key) => wait(() => remove(key)),
  };
  Object.assign(objects, { [method]: hanging[method] });
  return {
    started: () => started,
    release() {
      Object.assign(objects, { head, put: write, remove });
      release();
    },
  };
}

describeOnPostgresByDay(
  'an object store that hangs',
  (given) => {
    it.each(['head', 'put', 'remove'] as const)(
      'holds no database connection while %s hangs',
      async (method) => {
        const { objects } = given.app.services.adapters;
        const loans = await Promise.all(Array.from({ length: calls }, () => createdLoan(given.app)));
        const sent = await Promise.all(loans.map((loan, n) => put(given.app, loan, contentOf('png', [n]))));
        const hanging = hang(objects, method);
        const adding = loans.map(({ token }, n) => given.app.call('addDocument', { token, body: sent[n] }));
        try {
          // The server checks and stores at most four uploads in memory at a time.
          await expect.poll(hanging.started).toBeGreaterThanOrEqual(4);
          for (const loan of loans) expect((await readLoan(given.app, loan)).status).toBe('draft');
        } finally {
          hanging.release();
        }
        expect((await Promise.all(adding)).map(({ status }) => status)).toEqual(Array(calls).fill(200));
      },
    );

    it('holds no database connection while the deletion of a refused upload hangs', async () => {
      const { services } = given.app;
      const loan = await createdLoan(given.app);
      await upload(given.app, loan, contentOf('png'), 'pan_photo');
      const hanging = hang(services.adapters.objects, 'remove');
      const runner = startJobRunner(services, jobHandlers(services), { pollMs: 20 });
      try {
        await expect.poll(hanging.started).toBeGreaterThan(0);
        expect((await readLoan(given.app, loan)).status).toBe('draft');
      } finally {
        hanging.release();
        await runner.close();
      }
    });
  },
  { scanner },
);

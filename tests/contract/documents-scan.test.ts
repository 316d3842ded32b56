/** Documents wait for the virus scan, and their state follows its result. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { jobs } from '../../server/db/schema/servers.ts';
import { failedJobs, runFailedJob } from '../../server/jobs/counts.ts';
import { notifyRunners } from '../../server/jobs/queue.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { Answer, CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  createdLoan,
  type CreatedLoan,
  saveApplication,
  sentBack,
  withStudent,
} from './fixtures.ts';
import { sha256 } from './uploads.ts';
import { createScriptedScanner, scannedDocuments } from './scripted-scanner.ts';

const { scanner, outcomes, asked, content } = createScriptedScanner();

describeOnPostgresByDay(
  'the scan',
  (given) => {
    const { startRunner, begin, end, give, listed, found, opens, jobOf, versionOf, keysOf } =
      scannedDocuments(given);
    let jar: CookieJar;
    beforeAll(async () => {
      jar = await signInOnce(given.app);
    });
    const opensOnDesk = (loan: CreatedLoan, bytes: Uint8Array): Promise<Answer> => {
      const path = { id: loan.id, document_type: 'pan_photo', e_tag: sha256(bytes) };
      return given.app.call('addressOfContent', { path, jar });
    };
    const submit = async (loan: CreatedLoan, data: object = application()) => {
      const { status, body } = await saveApplication(given.app, loan, { customerConsent: true, ...data });
      expect(status, JSON.stringify(body)).toBe(200);
    };

    it('passes a clean document at once', async () => {
      const loan = await createdLoan(given.app);
      await give(loan, content());
      await found(loan).toBe('clean');
      expect(await opens(loan)).toBe(200);
    });

    it('hides a document that waits for its scan, and asks again at growing intervals', async () => {
      const loan = await withStudent(given.app);
      const bytes = content('silent');
      const { key } = await give(loan, bytes);
      await submit(loan);
      const pauses: number[] = [];
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await expect.poll(() => jobOf(key)).toMatchObject({ attempts: attempt, holder: null });
        pauses.push(((await jobOf(key))?.runAt.getTime() ?? 0) - given.app.clock.now().getTime());
        expect([await opens(loan), (await opensOnDesk(loan, bytes)).status]).toEqual([404, 409]);
        if (attempt === 4) outcomes.delete(sha256(bytes));
        given.app.clock.pass(pauses.at(-1) ?? 0);
      }
      expect(pauses).toEqual([2000, 8000, 32_000, 128_000]);
      await found(loan).toBe('clean');
      expect([await opens(loan), (await opensOnDesk(loan, bytes)).status]).toEqual([200, 200]);
      expect(given.app.lines.join()).not.toContain(loan.id);
    });

    it('removes a harmful document from the store, tells the applicant, and allows a replacement', async () => {
      const loan = await withStudent(given.app);
      const harmful = content('refused');
      await give(loan, harmful);
      await found(loan).toBe('refused');
      await expect.poll(() => keysOf('documents', loan)).toEqual([]);
      expect(await opens(loan)).toBe(404);

      // The application says nothing by it.
      await submit(loan);
      const { body } = await given.app.call('getApplication', { path: { id: loan.id }, jar });
      const photo = body.result.documents.find(({ type }: { type: string }) => type === 'pan_photo');
      expect(photo.contents).toMatchObject([{ scan: 'refused', submitted: false }]);
      expect((await opensOnDesk(loan, harmful)).status).toBe(409);

      const good = content();
      await give(loan, good);
      await found(loan).toBe('clean');
      expect((await opensOnDesk(loan, harmful)).status).toBe(404);
    });

    it('scans a refused document again when it is sent again', async () => {
      const loan = await createdLoan(given.app);
      const bytes = content('refused');
      await give(loan, bytes);
      await found(loan).toBe('refused');
      await give(loan, bytes);
      await found(loan).toBe('refused');
      outcomes.delete(sha256(bytes));
      await give(loan, bytes);
      await found(loan).toBe('clean');
      expect(asked.filter((hash) => hash === sha256(bytes))).toHaveLength(3);
      expect(await opens(loan)).toBe(200);
    });

    it('continues to scan a submitted document that was replaced meanwhile', async () => {
      const loan = await withStudent(given.app);
      const bytes = content('silent');
      await give(loan, bytes);
      await submit(loan);
      await sentBack(given.app, jar, loan, ['documents.pan_photo']);
      await give(loan, content());
      await submit(loan, {});
      await found(loan).toBe('clean');
      expect((await opensOnDesk(loan, bytes)).status).toBe(409);
      outcomes.set(sha256(bytes), 'refused');
      given.app.clock.pass(10_000);
      const version = await versionOf(loan);
      notifyRunners();
      await expect.poll(async () => (await keysOf('documents', loan)).length).toBe(1);
      expect((await opensOnDesk(loan, bytes)).status).toBe(409);
      expect(await versionOf(loan)).toBe((version ?? 0) + 1);
    });

    it('is interrupted when a server stops, and started again by the next server', async () => {
      const loan = await createdLoan(given.app);
      const bytes = content('held');
      await give(loan, bytes);
      await expect.poll(() => asked.includes(sha256(bytes))).toBe(true);
      await end();
      begin();
      await expect.poll(() => asked.filter((one) => one === sha256(bytes)).length).toBe(2);
      outcomes.delete(sha256(bytes));
      await end();
      begin();
      await found(loan).toBe('clean');
    });

    it('has failed for good after its last attempt, is listed, and is run again by command', async () => {
      const loan = await createdLoan(given.app);
      const bytes = content('silent');
      const { key } = await give(loan, bytes);
      const { db, clock } = given.app;
      await expect.poll(() => jobOf(key)).toMatchObject({ attempts: 1, holder: null });
      await db
        .update(jobs)
        .set({ attempts: 99, runAt: clock.now() })
        .where(eq(jobs.dedupeKey, `scan:${key}`));
      await expect.poll(() => jobOf(key)).toMatchObject({ attempts: 100, failedAt: clock.now() });
      const failed = (await failedJobs(db)).find(({ kind }) => kind === 'document.scan');
      expect(failed?.payload).toEqual({ key, loanId: loan.id });
      expect(await opens(loan)).toBe(404);
      outcomes.delete(sha256(bytes));
      await runFailedJob(db, failed?.id ?? '', clock.now());
      await found(loan).toBe('clean');
    });

    it('is done once where several servers share the work', async () => {
      const others = [1, 2].map(startRunner);
      onTestFinished(async () => {
        await Promise.all(others.map((one) => one.close()));
      });
      const loan = await createdLoan(given.app);
      const types = ['pan_photo', 'aadhaar_front', 'aadhaar_back', 'passport_photo'] as const;
      const all = types.map(() => content());
      await Promise.all(types.map((type, index) => give(loan, all[index] ?? content(), type)));
      for (const type of types) {
        await expect.poll(async () => (await listed(loan, type))?.scan).toBe('clean');
      }
      await Promise.all(others.map((one) => one.close()));
      for (const bytes of all) expect(asked.filter((one) => one === sha256(bytes))).toHaveLength(1);
    });
  },
  { scanner },
);

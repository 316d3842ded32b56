/** What waits for the scan, what it finds, and which contents the cleanup deletes. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DocumentContent, DocumentType } from '../../domain/wire.ts';
import type { Objects } from '../../server/adapters/objects.ts';
import type { Scanner } from '../../server/adapters/scanner.ts';
import { contents, scans } from '../../server/db/schema/documents.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { jobs } from '../../server/db/schema/servers.ts';
import { cleanUpDocuments } from '../../server/documents/cleanup.ts';
import { deleteUnreferencedContents } from '../../server/documents/delete-contents.ts';
import { adoptWaitingScans } from '../../server/documents/scan-queue.ts';
import { failedJobs, runFailedJob } from '../../server/jobs/counts.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { notifyRunners } from '../../server/jobs/queue.ts';
import { type JobRunner, startJobRunner } from '../../server/jobs/runner.ts';
import { describeOnBothDatabases } from './both-databases.ts';
import type { Answer, CookieJar } from './calls.ts';
import { signInOnce, signInAgain } from './desk.ts';
import {
  application,
  createdLoan,
  type CreatedLoan,
  saveApplication,
  sentBack,
  withStudent,
} from './fixtures.ts';
import { contentOf, put, sha256, upload } from './uploads.ts';

const hourMs = 3_600_000;

/** A scanner that says of each content what a test wants of it; one that it knows nothing of is clean. */
function aScanner() {
  const outcomes = new Map<string, 'refused' | 'silent' | 'held'>();
  const asked: string[] = [];
  const scanner: Scanner = {
    async scan(bytes, signal) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      const hash = sha256(Buffer.concat(chunks));
      asked.push(hash);
      const outcome = outcomes.get(hash);
      if (outcome === 'silent') throw new Error('No answer');
      if (outcome === 'held') await new Promise((_, reject) => signal.addEventListener('abort', reject));
      return outcome === 'refused' ? 'refused' : 'clean';
    },
  };
  return { scanner, outcomes, asked };
}

const { scanner, outcomes, asked } = aScanner();
let made = 0;
/** A content that no other test has, of which the scanner is to say so. */
function content(outcome?: 'refused' | 'silent' | 'held'): Buffer {
  made += 1;
  const bytes = contentOf('png', [made]);
  if (outcome) outcomes.set(sha256(bytes), outcome);
  return bytes;
}

describeOnBothDatabases(
  'the scan',
  (given) => {
    let jar: CookieJar;
    let objects: Objects;
    let scanning: JobRunner;
    beforeAll(async () => {
      jar = await signInOnce(given.app);
      objects = given.app.services.adapters.objects;
    });
    const startRunner = () => {
      const { services } = given.app;
      const skip = async () => 'done' as const;
      // The tests clean up by themselves, and nobody pushes what they submit.
      const handlers = { ...jobHandlers(services), 'documents.cleanup': skip, 'lender.push': skip };
      return startJobRunner(services, handlers, { pollMs: 20, random: () => 0.5 });
    };
    const begin = () => {
      scanning = startRunner();
    };
    const jobOf = async (key: string) =>
      (
        await given.app.db
          .select()
          .from(jobs)
          .where(eq(jobs.dedupeKey, `scan:${key}`))
      )[0];
    beforeEach(begin);
    afterEach(() => scanning.close(0));

    const give = async (loan: CreatedLoan, bytes: Uint8Array, type: DocumentType = 'pan_photo') => {
      const { status, body } = await upload(given.app, loan, bytes, type);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.result.content as DocumentContent;
    };
    const listed = async ({ id, token }: CreatedLoan, type: DocumentType = 'pan_photo') => {
      const { body } = await given.app.call('listDocuments', { path: { id }, token });
      return body.result.find((one: { type: string }) => one.type === type)?.content as DocumentContent;
    };
    const found = (loan: CreatedLoan) => expect.poll(async () => (await listed(loan)).scan);
    const opens = async (loan: CreatedLoan): Promise<number> => {
      const path = { id: loan.id, document_type: 'pan_photo' };
      return (await given.app.call('addressOfDocument', { path, token: loan.token })).status;
    };
    const opensOnDesk = (loan: CreatedLoan, bytes: Uint8Array): Promise<Answer> => {
      const path = { id: loan.id, document_type: 'pan_photo', e_tag: sha256(bytes) };
      return given.app.call('addressOfContent', { path, jar });
    };
    const vaultOf = async ({ id }: CreatedLoan) =>
      (await objects.list(`documents/${id}/`)).map(({ key }) => key);
    const versionOf = async ({ id }: CreatedLoan) =>
      (await given.app.db.select().from(loans).where(eq(loans.id, id)))[0]?.version;
    const submit = async (loan: CreatedLoan, data: object = application()) => {
      const { status, body } = await saveApplication(given.app, loan, { customerConsent: true, ...data });
      expect(status, JSON.stringify(body)).toBe(200);
    };

    it('lets pass at once what is clean', async () => {
      const loan = await createdLoan(given.app);
      await give(loan, content());
      await found(loan).toBe('clean');
      expect(await opens(loan)).toBe(200);
    });

    it('keeps from everybody what waits, and asks again after growing pauses', async () => {
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

    it('takes what is harmful out of the store, tells its applicant, and lets it be replaced', async () => {
      const loan = await withStudent(given.app);
      const harmful = content('refused');
      await give(loan, harmful);
      await found(loan).toBe('refused');
      await expect.poll(() => vaultOf(loan)).toEqual([]);
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

    it('looks again at what was refused once and is brought again', async () => {
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

    it('goes on about what an application was sent with, though it was replaced meanwhile', async () => {
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
      await expect.poll(async () => (await vaultOf(loan)).length).toBe(1);
      expect((await opensOnDesk(loan, bytes)).status).toBe(409);
      expect(await versionOf(loan)).toBe((version ?? 0) + 1);
    });

    it('is let go when a server ends, and begun again by the next one', async () => {
      const loan = await createdLoan(given.app);
      const bytes = content('held');
      await give(loan, bytes);
      await expect.poll(() => asked.includes(sha256(bytes))).toBe(true);
      await scanning.close(0);
      begin();
      await expect.poll(() => asked.filter((one) => one === sha256(bytes)).length).toBe(2);
      outcomes.delete(sha256(bytes));
      await scanning.close(0);
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

    it('is taken over from servers of the version before, and hidden from them until it has a verdict', async () => {
      const loan = await createdLoan(given.app);
      const { db, clock } = given.app;
      await scanning.close(0);
      const { key } = await give(loan, content());
      const stateForThem = async () => (await db.select().from(scans).where(eq(scans.key, key)))[0]?.state;
      expect(await stateForThem()).toBe('waiting');
      await db.delete(jobs).where(eq(jobs.dedupeKey, `scan:${key}`));
      await adoptWaitingScans(db, clock.now());
      begin();
      await found(loan).toBe('clean');
      expect(await stateForThem()).toBe('clean');
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
        await expect.poll(async () => (await listed(loan, type)).scan).toBe('clean');
      }
      await Promise.all(others.map((one) => one.close()));
      for (const bytes of all) expect(asked.filter((one) => one === sha256(bytes))).toHaveLength(1);
    });

    describe('the cleanup', () => {
      const cleanUp = () => cleanUpDocuments(given.app.services);
      const isThere = async (key: string) => (await objects.head(key)) !== undefined;
      const rowOf = async (key: string) =>
        (await given.app.db.select().from(contents).where(eq(contents.key, key)))[0];

      it('deletes uploads after a day, unreferenced contents after seven, and nothing that it does not know', async () => {
        const loan = await createdLoan(given.app);
        const { key: first } = await give(loan, content());
        await found(loan).toBe('clean');
        const { key: second } = await give(loan, content());
        await found(loan).toBe('clean');
        const forgotten = await put(given.app, loan, content(), 'pan_photo');
        const unknown = [`documents/${loan.id}/pan_photo/${'a'.repeat(64)}`, 'public/logo.png'];
        for (const key of unknown) await objects.put(key, content(), 'image/png');
        const keys = [forgotten.key, first, second, ...unknown];
        const listing = vi.spyOn(objects, 'list');
        onTestFinished(() => listing.mockRestore());

        await cleanUp();
        expect(await Promise.all(keys.map(isThere))).toEqual([true, true, true, true, true]);
        given.app.clock.pass(24 * hourMs + 1);
        await cleanUp();
        expect(await Promise.all(keys.map(isThere))).toEqual([false, true, true, true, true]);
        given.app.clock.pass(6 * 24 * hourMs);
        await cleanUp();
        expect(await Promise.all(keys.map(isThere))).toEqual([false, false, true, true, true]);
        expect([await rowOf(first), (await rowOf(second))?.unreferencedSince]).toEqual([undefined, null]);
        expect(new Set(listing.mock.calls.map(([prefix]) => prefix))).toEqual(new Set(['private/']));
      });

      it('keeps what an application was sent with, and deletes again what was refused and stayed', async () => {
        jar = await signInAgain(given.app);
        const loan = await withStudent(given.app);
        const sent = content();
        await give(loan, sent);
        await submit(loan);
        await sentBack(given.app, jar, loan, ['documents.pan_photo']);
        const { remove } = objects;
        const down = vi.spyOn(objects, 'remove').mockImplementation(async (key) => {
          if (key.startsWith('private/')) return remove(key);
          throw new Error('The store is down');
        });
        onTestFinished(() => down.mockRestore());
        const harmful = content('refused');
        await give(loan, harmful);
        await found(loan).toBe('refused');
        await scanning.close(0);
        down.mockRestore();
        expect(await vaultOf(loan)).toHaveLength(2);
        given.app.clock.pass(2 * hourMs);
        await cleanUp();
        expect(await vaultOf(loan)).toEqual([`documents/${loan.id}/pan_photo/${sha256(sent)}`]);
        expect((await listed(loan)).scan).toBe('refused');
      });

      it('takes a document again whose earlier copy is being deleted, and keeps it', async () => {
        const loan = await createdLoan(given.app);
        const bytes = content();
        const { key } = await give(loan, bytes);
        await found(loan).toBe('clean');
        const path = { id: loan.id, document_type: 'pan_photo' };
        expect((await given.app.call('removeDocument', { path, token: loan.token })).status).toBe(200);
        await cleanUp();
        const { remove } = objects;
        let given200 = Promise.resolve<unknown>(undefined);
        vi.spyOn(objects, 'remove').mockImplementationOnce(async (removed) => {
          // It is sent again between the mark and the deletion.
          given.app.clock.set(sentAt);
          given200 = give(loan, bytes);
          // The upload is there, and the content's key was looked for in vain or is refused.
          await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
          await remove(removed);
        });
        const read = vi.spyOn(objects, 'read');
        onTestFinished(() => {
          vi.restoreAllMocks();
        });
        const sentAt = given.app.clock.now();
        const later = { now: () => new Date(sentAt.getTime() + 8 * 24 * hourMs) };
        await deleteUnreferencedContents({ ...given.app.services, clock: later });
        await given200;
        expect([await isThere(key), (await rowOf(key))?.object]).toEqual([true, 'stored']);
        // It is scanned again.
        await found(loan).toBe('clean');
        expect(await opens(loan)).toBe(200);
      });

      it('deletes nothing where more than a tenth would go at once, and says so', async () => {
        const known = await given.app.db.$count(contents);
        const lost = Math.max(101, Math.ceil(known / 5));
        const loan = await createdLoan(given.app);
        const at = given.app.clock.now();
        await given.app.db.insert(contents).values(
          Array.from({ length: lost }, (_, index) => ({
            key: `documents/${loan.id}/pan_photo/${String(index).padStart(64, '0')}`,
            loanId: loan.id,
            type: 'pan_photo',
            sha256: String(index).padStart(64, '0'),
            size: 1,
            contentType: 'image/png',
            scan: 'clean' as const,
            uploadedAt: at,
          })),
        );
        const removed = vi.spyOn(objects, 'remove');
        onTestFinished(() => removed.mockRestore());
        const { services, lines } = given.app;
        const first = lines.length;
        await deleteUnreferencedContents(services);
        const later = { now: () => new Date(at.getTime() + 8 * 24 * hourMs) };
        await deleteUnreferencedContents({ ...services, clock: later });
        expect(removed).not.toHaveBeenCalled();
        expect(lines.slice(first).map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
          'many contents lost their documents at once',
          'unreferenced contents not deleted: too many',
        ]);
        const config = { ...services.config, contentRetention: { days: 7, maxPercent: 100 } };
        await deleteUnreferencedContents({ ...services, config, clock: later });
        expect(removed.mock.calls.length).toBeGreaterThanOrEqual(lost);
      });
    });
  },
  { scanner },
);

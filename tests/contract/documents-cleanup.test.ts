/** The cleanup deletes the uploads and contents that are due, at the right time. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Objects } from '../../server/adapters/objects.ts';
import { contents } from '../../server/db/schema/documents.ts';
import { cleanUpDocuments } from '../../server/documents/cleanup.ts';
import { deleteUnreferencedContents } from '../../server/documents/delete-contents.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import { signInAgain } from './desk.ts';
import { application, createdLoan, saveApplication, sentBack, withStudent } from './fixtures.ts';
import { put, sha256 } from './uploads.ts';
import { createScriptedScanner, scannedDocuments } from './scripted-scanner.ts';

const hourMs = 3_600_000;
const { scanner, content } = createScriptedScanner();

describeOnPostgresByDay(
  'the cleanup of documents',
  (given) => {
    const { end, give, call, listed, found, opens, keysOf } = scannedDocuments(given);
    let objects: Objects;
    beforeAll(() => {
      objects = given.app.services.adapters.objects;
    });
    const cleanUp = () => cleanUpDocuments(given.app.services);
    const isThere = async (key: string) => (await objects.head(key)) !== undefined;
    const rowOf = async (key: string) =>
      (await given.app.db.select().from(contents).where(eq(contents.key, key)))[0];

    it('deletes uploads after a day, unreferenced contents after seven days, and no unknown object', async () => {
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

    it('ends between two objects once its job is aborted', async () => {
      const loan = await createdLoan(given.app);
      const upload = await put(given.app, loan, content(), 'pan_photo');
      given.app.clock.pass(24 * hourMs + 1);
      const aborted = cleanUpDocuments(given.app.services, AbortSignal.abort());
      await expect(aborted).rejects.toThrow('aborted');
      expect(await isThere(upload.key)).toBe(true);
      await cleanUp();
      expect(await isThere(upload.key)).toBe(false);
    });

    it('keeps submitted documents, and retries the deletion of refused ones', async () => {
      const jar = await signInAgain(given.app);
      const loan = await withStudent(given.app);
      const sent = content();
      await give(loan, sent);
      expect((await saveApplication(given.app, loan, application())).status).toBe(200);
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
      await end();
      down.mockRestore();
      expect(await keysOf('documents', loan)).toHaveLength(2);
      given.app.clock.pass(2 * hourMs);
      await cleanUp();
      expect(await keysOf('documents', loan)).toEqual([`documents/${loan.id}/pan_photo/${sha256(sent)}`]);
      expect((await listed(loan))?.scan).toBe('refused');
    });

    it('takes a document again whose earlier copy is being deleted, and keeps it', async () => {
      const loan = await createdLoan(given.app);
      const bytes = content();
      const { key } = await give(loan, bytes);
      await found(loan).toBe('clean');
      expect((await call('removeDocument', loan)).status).toBe(200);
      await cleanUp();
      const { remove } = objects;
      let given200 = Promise.resolve<unknown>(undefined);
      vi.spyOn(objects, 'remove').mockImplementationOnce(async (removed) => {
        // It is sent again between the mark and the deletion.
        given.app.clock.set(sentAt);
        given200 = give(loan, bytes);
        // The upload exists, and the content's key was not found or is refused.
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
  },
  { scanner },
);

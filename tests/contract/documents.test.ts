/** Documents of a loan: given, replaced, taken away and opened (specification, sections 3, 5 and 7). */
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import type { DocumentType } from '../../domain/values/wire.ts';
import type { Objects } from '../../server/adapters/objects.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { submissions } from '../../server/db/schema/review.ts';
import { openAddress } from './addresses.ts';
import { describeOnPostgresByDay } from './both-databases.ts';
import type { Answer, CookieJar } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  createdLoan,
  type CreatedLoan,
  push,
  readLoan,
  saveApplication,
  sentBack,
  submitted,
  withStudent,
} from './fixtures.ts';
import { add, contentOf, put, pdf, sha256 } from './uploads.ts';
import { documentCalls } from './document-calls.ts';

const locked = pdf('aes-256');
const statement = 'bank_statement_3_months';

describeOnPostgresByDay('documents', (given) => {
  const { give, given200, call, listed, rowsOf, versionOf, keysOf, storedContentOf } = documentCalls(given);
  let jar: CookieJar;
  let objects: Objects;
  beforeAll(async () => {
    jar = await signInOnce(given.app);
    objects = given.app.services.adapters.objects;
  });
  afterEach(() => vi.restoreAllMocks());

  const shownTo = async (address: Promise<Answer>) => {
    const { status, body } = await address;
    expect(status, JSON.stringify(body)).toBe(200);
    return openAddress(given.app, body.result.address);
  };
  const acts = async ({ id }: CreatedLoan): Promise<unknown[]> => {
    const { body } = await given.app.call('getTimeline', { path: { id }, jar });
    return body.result
      .filter(({ act }: { act: string }) => act.startsWith('document.'))
      .map((one: Record<string, unknown>) => [one.act, one.field, one.before, one.after]);
  };

  describe('a document', () => {
    it('is given once, however often its client must say it', async () => {
      const loan = await createdLoan(given.app);
      const sent = await put(given.app, loan, contentOf('png'), 'pan_photo');
      const first = await given200(add(given.app, loan, sent));
      expect(first.content).toMatchObject({
        key: `documents/${loan.id}/pan_photo/${sent.e_tag}`,
        e_tag: sent.e_tag,
        size: sent.size,
        submitted: false,
      });
      const version = await versionOf(loan);
      given.app.clock.pass(1000);
      expect(await given200(add(given.app, loan, sent))).toEqual(first);
      // The client sends it all again where it does not know how far it came; what is kept is not written again.
      const again = await put(given.app, loan, contentOf('png'), 'pan_photo');
      const write = vi.spyOn(objects, 'put').mockRejectedValue(new Error('It is there'));
      expect(await given200(add(given.app, loan, again))).toEqual(first);
      write.mockRestore();
      expect([await versionOf(loan), (await rowsOf(loan)).length]).toEqual([version, 1]);
      expect([await keysOf('private', loan), await storedContentOf(loan)]).toEqual([[], [first.content.key]]);
    });

    it('keeps the last of several simultaneous uploads and nothing else', async () => {
      const loan = await createdLoan(given.app);
      const answers = await Promise.all(
        [1, 2, 3, 1, 2, 3].map((byte) => give(loan, contentOf('png', [byte]))),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const [row] = await rowsOf(loan);
      expect([await keysOf('private', loan), await storedContentOf(loan)]).toEqual([[], [row?.key]]);
    });

    it('has the content that was checked, even if its upload changes meanwhile', async () => {
      const loan = await createdLoan(given.app);
      const sent = await put(given.app, loan, contentOf('png', [1]), 'pan_photo');
      const { read } = objects;
      vi.spyOn(objects, 'read').mockImplementation(async (...about) => {
        const found = await read(...about);
        await objects.put(sent.key, contentOf('png', [2]), 'image/png');
        return found;
      });
      await given200(add(given.app, loan, sent));
      expect(await keysOf('private', loan)).toEqual([]);
      expect((await shownTo(call('addressOfDocument', loan))).body).toEqual(contentOf('png', [1]));
    });

    it('is in memory with at most three others until it is stored', async () => {
      const some = await Promise.all(Array.from({ length: 8 }, () => createdLoan(given.app)));
      const sent = await Promise.all(some.map((loan) => put(given.app, loan, contentOf('png'), 'pan_photo')));
      const { read, put: write } = objects;
      const [reads, puts] = [new Set<string>(), new Set<string>()];
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let most = 0;
      let inMemory = 0;
      vi.spyOn(objects, 'read').mockImplementation((key, eTag) => {
        reads.add(key);
        inMemory += 1;
        most = Math.max(most, inMemory);
        return read(key, eTag);
      });
      vi.spyOn(objects, 'put').mockImplementation(async (key, ...about) => {
        puts.add(key);
        await released;
        await write(key, ...about);
        inMemory -= 1;
      });
      const answers = Promise.all(some.map((loan, index) => add(given.app, loan, sent[index] ?? {})));
      onTestFinished(async () => {
        release();
        await answers.catch(() => undefined);
      });
      await expect.poll(() => puts.size).toBe(4);
      expect(reads.size).toBe(4);
      release();
      const statuses = (await answers).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect([reads.size, puts.size, most]).toEqual([8, 8, 4]);
    });

    it('is stored even if its upload cannot be removed, but not if the loan closes meanwhile', async () => {
      const loan = await createdLoan(given.app);
      const remove = vi.spyOn(objects, 'remove').mockRejectedValue(new Error('The store is down'));
      await given200(give(loan, contentOf('png')));
      remove.mockRestore();
      expect(await keysOf('private', loan)).toHaveLength(1);

      const sent = await put(given.app, loan, contentOf('png', [2]), 'pan_photo');
      const { put: write } = objects;
      vi.spyOn(objects, 'put').mockImplementation(async (...about) => {
        await write(...about);
        await given.app.db.update(loans).set({ status: 'rejected' }).where(eq(loans.id, loan.id));
      });
      expect((await add(given.app, loan, sent)).status).toBe(409);
      expect(await storedContentOf(loan)).toEqual([(await rowsOf(loan))[0]?.key]);
    });

    it('is replaced and removed, and both are in the timeline', async () => {
      const loan = await submitted(given.app);
      const [one, two] = [contentOf('png', [1]), contentOf('pdf', [2])];
      await given200(give(loan, one));
      const second = await given200(give(loan, two));
      expect(second.content).toMatchObject({ content_type: 'application/pdf', e_tag: sha256(two) });
      expect(await storedContentOf(loan)).toEqual([`documents/${loan.id}/pan_photo/${sha256(two)}`]);
      const removed = await given200(call('removeDocument', loan));
      expect(removed).toEqual({ type: 'pan_photo', need: 'required', content: null });
      const version = await versionOf(loan);
      expect(await given200(call('removeDocument', loan))).toEqual(removed);
      expect([await versionOf(loan), await storedContentOf(loan)]).toEqual([version, []]);
      expect(await acts(loan)).toEqual([
        ['document.uploaded', 'documents.pan_photo', null, sha256(one)],
        ['document.replaced', 'documents.pan_photo', sha256(one), sha256(two)],
        ['document.removed', 'documents.pan_photo', sha256(two), null],
      ]);
    });

    it('is opened by its applicant for a while, in place', async () => {
      const loan = await createdLoan(given.app);
      await given200(give(loan, contentOf('png', [1])));
      const { body } = await call('addressOfDocument', loan);
      expect(Date.parse(body.result.expires_at)).toBe(
        given.app.clock.now().getTime() + limits.storage.signedUrlSeconds * 1000,
      );
      const shown = await openAddress(given.app, body.result.address);
      expect([shown.status, shown.body]).toEqual([200, contentOf('png', [1])]);
      expect(shown.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': expect.stringMatching(/^inline; filename="pan_photo\.png"/),
      });
      given.app.clock.pass((limits.storage.signedUrlSeconds + 1) * 1000);
      expect((await openAddress(given.app, body.result.address)).status).toBe(403);
      expect((await call('addressOfDocument', loan, 'aadhaar_front')).status).toBe(404);
    });

    it('the fee receipt is linked to its loan until it is removed', async () => {
      const loan = await createdLoan(given.app);
      const tie = (fee_receipt: unknown, loan_id = loan.id) =>
        given.app.call('saveFeeReceipt', {
          path: { id: loan.id },
          token: loan.token,
          body: { loan_id, fee_receipt },
        });
      const content = Buffer.concat([contentOf('pdf'), Buffer.alloc(limits.receiptMaxBytes - 9)]);
      const { key } = (await given200(give(loan, content, 'fee_receipt'))).content as { key: string };
      const other = await createdLoan(given.app);
      const theirs = (await given200(give(other, content, 'fee_receipt'))).content as { key: string };
      expect((await tie(theirs.key)).status).toBe(400);
      expect((await tie(key, other.id)).status).toBe(400);
      expect((await tie(key)).body.result.fee_receipt).toBe(key);
      const next = (await given200(give(loan, contentOf('png'), 'fee_receipt'))).content as { key: string };
      expect((await readLoan(given.app, loan)).fee_receipt).toBe(next.key);
      await given200(call('removeDocument', loan, 'fee_receipt'));
      expect((await readLoan(given.app, loan)).fee_receipt).toBe(null);
    });
  });

  describe('a locked statement', () => {
    it('comes with its password, which is stored encrypted and readable for the reviewer alone', async () => {
      const loan = await withStudent(given.app);
      const { content } = await given200(give(loan, locked, statement, { password: 'user' }));
      expect(content).toMatchObject({ has_password: true });
      await saveApplication(given.app, loan, application());
      await given200(give(loan, contentOf('pdf'), statement, { password: 'not needed' }));

      const [row] = await given.app.db.select().from(submissions).where(eq(submissions.loanId, loan.id));
      const stored = JSON.stringify([row, await rowsOf(loan), await acts(loan), given.app.lines]);
      expect(stored).not.toContain('"user"');
      expect(JSON.stringify(await listed(loan))).not.toContain('password":"');
      const pathOf = (etag: string) => ({ id: loan.id, document_type: statement, e_tag: etag });
      const desk = await given.app.call('getApplication', { path: { id: loan.id }, jar });
      const opened = await given.app.call('addressOfContent', { path: pathOf(sha256(locked)), jar });
      expect(JSON.stringify([desk.body, opened.body])).not.toContain('"user"');
      const ask = (etag: string) => given.app.call('showDocumentPassword', { path: pathOf(etag), jar });
      expect((await ask(sha256(locked))).body.result).toEqual({ password: 'user' });
      expect((await ask(sha256(contentOf('pdf')))).status).toBe(404);
    });

    it('accepts a locked PDF whose password the server cannot check; the reviewer tries it', async () => {
      const loan = await createdLoan(given.app);
      const certified = Buffer.from('%PDF-1.4\ntrailer <</Encrypt <</Filter /Adobe.PubSec /V 4 /R 4>>>>');
      expect((await give(loan, certified, statement)).body.errors).toMatchObject([{ field: 'password' }]);
      const { content } = await given200(give(loan, certified, statement, { password: 'who knows' }));
      expect(content).toMatchObject({ has_password: true });
    });

    it('needs no password if it opens without one', async () => {
      const loan = await createdLoan(given.app);
      for (const type of ['pan_photo', statement] as const) {
        const { content } = await given200(give(loan, pdf('owner-only'), type));
        expect(content).toMatchObject({ has_password: false, content_type: 'application/pdf' });
      }
    });
  });

  describe('once the application is sent', () => {
    /** Sent with a PAN photo, and the lender waits for more. */
    const pending = async () => {
      const opened = await withStudent(given.app);
      await given200(give(opened, contentOf('png', [1])));
      const { body } = await saveApplication(given.app, opened, application('0003'));
      const loan = { ...opened, loan: body.result };
      expect((await push(given.app, loan)).body.result.status).toBe('PENDING');
      return loan;
    };
    const statuses = async (loan: CreatedLoan, type: DocumentType) => [
      (await give(loan, contentOf('png', [9]), type)).status,
      (await call('removeDocument', loan, type)).status,
    ];

    it('a submitted document changes only when a reviewer asks for it', async () => {
      const loan = await pending();
      await sentBack(given.app, jar, loan, ['documents.pan_photo', 'personal_details.pan']);
      expect(await statuses(loan, 'aadhaar_front')).toEqual([422, 422]);
      await given200(give(loan, contentOf('png', [2])));
      const answered = { customerConsent: true, 'personal_details.pan': 'ABCDE0009F' };
      expect((await saveApplication(given.app, loan, answered)).status).toBe(200);
      expect(await statuses(loan, 'pan_photo')).toEqual([409, 409]);

      // The reviewer opens the one that was submitted first, and the one that came instead.
      const [one, two] = [contentOf('png', [1]), contentOf('png', [2])];
      expect(await storedContentOf(loan)).toEqual(
        [one, two].map((bytes) => `documents/${loan.id}/pan_photo/${sha256(bytes)}`).sort(),
      );
      for (const bytes of [one, two]) {
        const path = { id: loan.id, document_type: 'pan_photo', e_tag: sha256(bytes) };
        expect((await shownTo(given.app.call('addressOfContent', { path, jar }))).body).toEqual(bytes);
      }
    });

    it('a document that the lender still needs can be added, changed and removed by the applicant', async () => {
      const loan = await pending();
      await sentBack(given.app, jar, loan, ['personal_details.pan']);
      const answered = { customerConsent: true, 'personal_details.pan': 'ABCDE0009F' };
      expect((await saveApplication(given.app, loan, answered)).status).toBe(200);
      await given200(give(loan, locked, statement, { password: 'owner' }));
      await given200(give(loan, contentOf('pdf'), statement));
      await given200(call('removeDocument', loan, statement));
      await given200(give(loan, contentOf('pdf'), statement));
      // An additional document does not require another Submit.
      const desk = await given.app.call('getApplication', { path: { id: loan.id }, jar });
      expect(desk.body.result).toMatchObject({ can_push: true, loan: { status: 'submitted' } });
      // A document requested only after an approval is not missing yet.
      const missing = desk.body.result.missing_documents;
      await given200(give(loan, contentOf('pdf'), 'pay_slip_last_month'));
      const next = await given.app.call('getApplication', { path: { id: loan.id }, jar });
      const stillMissing = ['current_address_proof', 'pay_slip_month_before'];
      expect(next.body.result.missing_documents).toEqual(stillMissing);
      expect([...missing].sort()).toEqual([...stillMissing, 'pay_slip_last_month'].sort());
    });

    const become = (loan: CreatedLoan, columns: Partial<typeof loans.$inferInsert>) =>
      given.app.db.update(loans).set(columns).where(eq(loans.id, loan.id));
    const credentials = async ({ id, token }: CreatedLoan) =>
      (await given.app.call('issueStorageCredentials', { path: { id }, token })).body;

    it('a missing document can be added after the approval, and a submitted one cannot change', async () => {
      const loan = await pending();
      await become(loan, { status: 'approved' });
      await given200(give(loan, contentOf('pdf'), 'pay_slip_last_month'));
      await given200(call('removeDocument', loan, 'pay_slip_last_month'));
      expect(await statuses(loan, 'pan_photo')).toEqual([409, 409]);
    });

    it.each([
      ['rejected', { status: 'rejected' }],
      ['paid out', { status: 'approved', loanDetails: { disbursed_amount: 92_205 } }],
    ] as const)('nothing changes once it is %s', async (_, columns) => {
      const loan = await pending();
      const sent = await put(given.app, loan, contentOf('pdf'), 'pay_slip_last_month');
      await become(loan, columns);
      expect(await credentials(loan)).toMatchObject({ errors: [{ code: 'document.refused' }] });
      expect((await add(given.app, loan, sent)).status).toBe(409);
      expect(await statuses(loan, 'aadhaar_front')).toEqual([409, 409]);
      expect((await shownTo(call('addressOfDocument', loan))).body).toEqual(contentOf('png', [1]));
    });
  });
});

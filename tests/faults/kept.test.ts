/** A server is killed while people save: what it had acknowledged is there afterwards, and nothing half done. */
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Callable, callsTo } from '../contract/calls.ts';
import { createdLoan, type Opened, readLoan, saveStudents, school, student } from '../contract/people.ts';
import { databases } from '../support/databases.ts';
import { bringDocument } from '../support/documents.ts';
import { startServer } from '../support/server.ts';

describe.each(databases)('on $name', ({ open }) => {
  it('what was acknowledged before kill -9 is kept', async () => {
    const database = await open();
    onTestFinished(() => database.drop());
    const first = await startServer({ database, fromSources: true });
    const app = callsTo((path, init) => fetch(first.url + path, init));
    const [students, drafts, receipts] = [
      await createdLoan(app),
      await createdLoan(app),
      await createdLoan(app),
    ];
    const kept = { students: [] as string[], version: 0, receipts: 0 };
    /** The hashes of the receipts that were brought, in their order. */
    const brought: string[] = [];

    const work = Promise.allSettled([
      until(async () => kept.students.push(await addStudent(app, students))),
      until(async () => {
        kept.version = await keepDraft(app, drafts, kept.version);
      }),
      until(async () => {
        const receipt = aReceipt();
        brought.push(hash(receipt));
        await bringReceipt(first.url, receipts, receipt);
        kept.receipts += 1;
      }),
    ]);
    // Each has been acknowledged a few times, and something is under way.
    await expect
      .poll(() => Math.min(kept.students.length, kept.version, kept.receipts), { timeout: 60_000 })
      .toBeGreaterThan(4);
    await first.kill9();
    await work;

    const second = await startServer({ database, fromSources: true });
    onTestFinished(() => second.kill9());
    const later = callsTo((path, init) => fetch(second.url + path, init));
    const { el_details: details } = await readLoan(later, students);
    const ids = details.students.map(({ id }) => id);
    expect(ids.slice(0, kept.students.length)).toEqual(kept.students);
    expect(details.order_value).toBe(39_000 * ids.length);

    const path = { id: drafts.id, step: 'applicant' };
    const draft = (await later.call('getDraft', { path, token: drafts.token })).body.result;
    expect(draft.version).toBeGreaterThanOrEqual(kept.version);
    expect(draft.body).toEqual({ version: draft.version });

    // What the receipt says is what the store has under its key, whole.
    const about = { path: { id: receipts.id, document_type: 'fee_receipt' }, token: receipts.token };
    const listed = await later.call('listDocuments', about);
    const content = listed.body.result.find(({ type }: { type: string }) => type === 'fee_receipt')?.content;
    // The last one may have come without anybody being told.
    expect(brought.indexOf(content.e_tag)).toBeGreaterThanOrEqual(kept.receipts - 1);
    const opens = () => later.call('addressOfDocument', about);
    await expect.poll(async () => (await opens()).status, { timeout: 20_000 }).toBe(200);
    const { address } = (await opens()).body.result;
    expect(hash(new Uint8Array(await (await fetch(address)).arrayBuffer()))).toBe(content.e_tag);
  });
});

async function until(step: () => Promise<unknown>): Promise<never> {
  for (;;) await step();
}

async function addStudent(app: Callable, loan: Opened): Promise<string> {
  const row = student();
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
  expect((await saveStudents(app, loan, data)).status).toBe(200);
  return row.id;
}

async function keepDraft(app: Callable, { id, token }: Opened, version: number): Promise<number> {
  const { body } = await app.call('keepDraft', {
    path: { id, step: 'applicant' },
    token,
    headers: { 'if-match': String(version) },
    body: { body: { version: version + 1 } },
  });
  return body.result.version;
}

const aReceipt = () =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), crypto.getRandomValues(new Uint8Array(60_000))]);

const bringReceipt = (url: string, { id: loanId, token }: Opened, receipt: Uint8Array) =>
  bringDocument({ url, loanId, token }, 'fee_receipt', receipt);

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

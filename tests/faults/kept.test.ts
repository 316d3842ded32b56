/** A server is killed while people save: acknowledged data is stored afterwards, and no half-done write. */
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import { type Callable, callsTo } from '../contract/calls.ts';
import {
  createdLoan,
  type CreatedLoan,
  readLoan,
  saveStudents,
  school,
  student,
} from '../contract/fixtures.ts';
import { databases } from '../support/databases.ts';
import { addDocument } from '../support/documents.ts';
import { startServer } from '../support/server.ts';

describe.each(databases)('on $name', ({ open }) => {
  it('everything acknowledged before kill -9 is kept', async () => {
    const database = await open();
    onTestFinished(() => database.drop());
    const first = await startServer({ database });
    onTestFinished(() => first.kill9());
    const app = callsTo((path, init) => fetch(first.url + path, init));
    const [drafts, receipts] = [await createdLoan(app), await createdLoan(app)];
    /** The loans that students were added to, with the acknowledged ones; all but the last are full. */
    const filled: { loan: CreatedLoan; ids: string[] }[] = [];
    const stored = { students: 0, version: 0, receipts: 0 };
    /** The hashes of the receipts that were brought, in their order. */
    const brought: string[] = [];

    const work = Promise.allSettled([
      until(async () => {
        const known = filled.at(-1);
        const last = known && known.ids.length < limits.maxStudents ? known : undefined;
        const { loan, ids } = last ?? { loan: await createdLoan(app), ids: [] };
        if (!last) filled.push({ loan, ids });
        ids.push(await addStudent(app, loan));
        stored.students += 1;
      }),
      until(async () => {
        stored.version = await keepDraft(app, drafts, stored.version);
      }),
      until(async () => {
        const receipt = aReceipt();
        brought.push(hash(receipt));
        await bringReceipt(first.url, receipts, receipt);
        stored.receipts += 1;
      }),
    ]);
    // Several writes of each kind were acknowledged, and others are running. This takes a while on a busy machine.
    await expect
      .poll(() => Math.min(stored.students, stored.version, stored.receipts), { timeout: 4 * 60_000 })
      .toBeGreaterThan(2);
    await first.kill9();
    await work;

    const second = await startServer({ database });
    onTestFinished(() => second.kill9());
    const later = callsTo((path, init) => fetch(second.url + path, init));
    for (const { loan, ids: acknowledged } of filled) {
      const { el_details: details } = await readLoan(later, loan);
      const ids = details.students.map(({ id }) => id);
      expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged);
      // A loan that was opened when the server was killed may have none.
      expect(details.order_value ?? 0).toBe(39_000 * ids.length);
    }

    const path = { id: drafts.id, step: 'applicant' };
    const draft = (await later.call('getDraft', { path, token: drafts.token })).body.result;
    expect(draft.version).toBeGreaterThanOrEqual(stored.version);
    expect(draft.body).toEqual({ version: draft.version });

    // The store has the whole content that the receipt names.
    const about = { path: { id: receipts.id, document_type: 'fee_receipt' }, token: receipts.token };
    const listed = await later.call('listDocuments', about);
    const content = listed.body.result.find(({ type }: { type: string }) => type === 'fee_receipt')?.content;
    // The last one may have been stored without its response.
    expect(brought.indexOf(content.e_tag)).toBeGreaterThanOrEqual(stored.receipts - 1);
    const opens = () => later.call('addressOfDocument', about);
    await expect.poll(async () => (await opens()).status, { timeout: 20_000 }).toBe(200);
    const { address } = (await opens()).body.result;
    expect(hash(new Uint8Array(await (await fetch(address)).arrayBuffer()))).toBe(content.e_tag);
  });
});

async function until(step: () => Promise<unknown>): Promise<never> {
  for (;;) await step();
}

async function addStudent(app: Callable, loan: CreatedLoan): Promise<string> {
  const row = student();
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
  expect((await saveStudents(app, loan, data)).status).toBe(200);
  return row.id;
}

async function keepDraft(app: Callable, { id, token }: CreatedLoan, version: number): Promise<number> {
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

const bringReceipt = (url: string, { id: loanId, token }: CreatedLoan, receipt: Uint8Array) =>
  addDocument({ url, loanId, token }, 'fee_receipt', receipt);

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Files that belong to a loan. */
import { and, eq } from 'drizzle-orm';
import { lockOf, refusedChanges } from '../../domain/access.ts';
import { type Database, transaction } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import type { Handlers } from '../handler.ts';
import { documentKey, removeOthers, stageFile } from '../loans/files.ts';
import { queriesOf, readLoan } from '../loans/read.ts';
import { refuseLocked } from '../loans/refusals.ts';
import { changeLoan, closed, lockLoan } from '../loans/row.ts';
import { contentsOf, submissionsOf } from '../loans/submissions.ts';
import { Problem, shapeError, wrongShape } from '../problem.ts';
import { type Entry, note } from '../timeline.ts';
import type { LoanRow } from '../tokens.ts';

export const documentHandlers = {
  async uploadDocument({ path: { id, document_type: type }, body, mediaType }, { db, clock, config }) {
    const now = clock.now();
    const key = documentKey(id, type);
    await transaction(db, async (tx) => openFor(tx, await lockLoan(tx, id, now), type));

    const staged = await stageFile(config.dataDir, key, body);
    const { etag } = staged;
    const about = { key, size: body.byteLength, contentType: mediaType, etag, createdAt: now };
    try {
      await transaction(db, async (tx) => {
        const loan = await lockLoan(tx, id, now);
        await openFor(tx, loan, type);
        const replaced = (await contentsOf(tx, id))[type]?.e_tag;
        await tx
          .insert(documents)
          .values({ loanId: id, type, ...about })
          .onConflictDoUpdate({ target: [documents.loanId, documents.type], set: about });
        if (replaced !== etag)
          await note(tx, uploaded({ loanId: id, now, type, before: replaced, after: etag }));
        // Who has read the application has read another document.
        await changeLoan(tx, loan, {}, now);
        await staged.settle();
      });
    } finally {
      await staged.discard();
    }
    // The old content goes once the row that names the new one is safe, and under the lock, so that no other
    // upload settles meanwhile, and no submission names what goes.
    await transaction(db, async (tx) => {
      await lockLoan(tx, id, now);
      await removeOthers(config.dataDir, key, await namedContents(tx, id, type));
    });
    return { success: true, result: { key, size: about.size, e_tag: etag } };
  },

  async saveFeeReceipt({ path: { id }, body }, { db, clock }) {
    const now = clock.now();
    if (body.loan_id !== id) throw wrongShape('loan_id', 'is not the loan of this address');
    const result = await transaction(db, async (tx) => {
      const loan = await lockLoan(tx, id, now);
      await openFor(tx, loan, 'fee_receipt');
      const [uploaded] = await tx
        .select({ key: documents.key })
        .from(documents)
        .where(and(eq(documents.loanId, id), eq(documents.type, 'fee_receipt')));
      if (uploaded?.key !== body.fee_receipt) {
        throw new Problem(400, 'There is no such upload', [shapeError('fee_receipt', 'was not uploaded')]);
      }
      return readLoan(tx, await changeLoan(tx, loan, { feeReceipt: uploaded.key }, now));
    });
    return { success: true, result };
  },
} satisfies Partial<Handlers>;

/** @throws Problem 409 where the loan is closed, 422 where query mode keeps the document locked */
async function openFor(tx: Database, loan: LoanRow, type: string): Promise<void> {
  const lock = lockOf({ status: loan.status, queries: await queriesOf(tx, loan.id) });
  if (lock.mode === 'locked') throw closed(loan.status);
  refuseLocked(refusedChanges(lock, [`documents.${type}`]));
}

/** The hashes of the contents that the document or a submission names. */
async function namedContents(tx: Database, loanId: string, type: string): Promise<Set<string>> {
  const submitted = (await submissionsOf(tx, loanId)).map((one) => one.documents);
  const contents = [await contentsOf(tx, loanId), ...submitted].flatMap((one) => one[type] ?? []);
  return new Set(contents.map((content) => content.e_tag));
}

type Uploaded = { loanId: string; now: Date; type: string; before: string | undefined; after: string };

const uploaded = ({ loanId, now, type, before, after }: Uploaded): Entry => ({
  loanId,
  at: now,
  by: 'applicant',
  act: before === undefined ? 'document.uploaded' : 'document.replaced',
  field: `documents.${type}`,
  before: before ?? null,
  after,
});

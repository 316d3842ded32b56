/** Encrypts PAN, account numbers and what identity checks have found with the first key, loan by loan, while servers run. */
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { type Database, transaction } from '../db/open.ts';
import { pushes } from '../db/schema/lenders.ts';
import { drafts, loans } from '../db/schema/loans.ts';
import { queries, submissions, timeline } from '../db/schema/review.ts';
import { kycChecks } from '../db/schema/servicing.ts';
import type { Keyring, RotationResult } from '../encryption/keyring.ts';
import { panHashOf, reencryptPersonalData } from '../encryption/personal-data.ts';

/**
 * Resumable: what is encrypted with the first key already is left.
 * @param batchSize how many loans are read at a time
 */
export async function rotatePersonalData(
  db: Database,
  keyring: Keyring,
  batchSize: number,
): Promise<RotationResult> {
  const rotation: RotationResult = { rotated: 0, unreadable: 0 };
  for (let after = ''; ;) {
    const batch = await db
      .select({ id: loans.id })
      .from(loans)
      .where(gt(loans.id, after))
      .orderBy(asc(loans.id))
      .limit(batchSize);
    for (const { id } of batch) {
      const { rotated, unreadable } = await rotateLoan(db, id, keyring);
      rotation.rotated += rotated;
      rotation.unreadable += unreadable;
    }
    const last = batch.at(-1);
    if (!last) return rotation;
    after = last.id;
  }
}

const rotateLoan = (db: Database, loanId: string, keyring: Keyring): Promise<RotationResult> =>
  transaction(db, async (tx) => {
    const rotation: RotationResult = { rotated: 0, unreadable: 0 };
    const again = <Value>(value: Value): Value | undefined => {
      const { result, rotated, unreadable } = reencryptPersonalData(loanId, value, keyring);
      rotation.rotated += rotated;
      rotation.unreadable += unreadable;
      return rotated > 0 ? result : undefined;
    };
    // Writers of these rows lock the loan first, so the lock excludes them.
    const [loan] = await tx.select().from(loans).where(eq(loans.id, loanId)).for('no key update');
    if (!loan) return rotation;
    // Lets the triggers of the timeline and of the submissions pass: these rows say the same afterwards.
    await tx.execute(sql`select set_config('feepath.erased_loan', ${loanId}, true)`);
    const { personalDetails, bankDetails } = loan;
    const sections = again({ personalDetails, bankDetails });
    const panHash = panHashOf(keyring, loanId, sections?.personalDetails ?? personalDetails);
    if (sections || panHash !== loan.panHash)
      await tx
        .update(loans)
        .set({ ...sections, panHash })
        .where(eq(loans.id, loanId));
    for (const { step, body } of await tx.select().from(drafts).where(eq(drafts.loanId, loanId))) {
      const changed = again(body);
      const isMine = and(eq(drafts.loanId, loanId), eq(drafts.step, step));
      if (changed) await tx.update(drafts).set({ body: changed }).where(isMine);
    }
    for (const { id, fields } of await tx.select().from(submissions).where(eq(submissions.loanId, loanId))) {
      const changed = again(fields);
      if (changed) await tx.update(submissions).set({ fields: changed }).where(eq(submissions.id, id));
    }
    for (const { id, askedAbout } of await tx.select().from(queries).where(eq(queries.loanId, loanId))) {
      const changed = again(askedAbout);
      if (changed) await tx.update(queries).set({ askedAbout: changed }).where(eq(queries.id, id));
    }
    for (const { id, request } of await tx.select().from(pushes).where(eq(pushes.loanId, loanId))) {
      const changed = again(request);
      if (changed) await tx.update(pushes).set({ request: changed }).where(eq(pushes.id, id));
    }
    for (const { id, urlToken, nameOnRecord } of await tx
      .select()
      .from(kycChecks)
      .where(eq(kycChecks.loanId, loanId))) {
      const changed = again({ urlToken, nameOnRecord });
      if (changed) await tx.update(kycChecks).set(changed).where(eq(kycChecks.id, id));
    }
    const changes = await tx
      .select()
      .from(timeline)
      .where(and(eq(timeline.loanId, loanId), isNotNull(timeline.field)));
    for (const { id, field, before, after } of changes) {
      const name = field ?? '';
      const [was, is] = [again({ [name]: before }), again({ [name]: after })];
      if (!was && !is) continue;
      const values = { ...(was && { before: was[name] }), ...(is && { after: is[name] }) };
      await tx.update(timeline).set(values).where(eq(timeline.id, id));
    }
    return rotation;
  });

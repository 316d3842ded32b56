/** Stores checked students: in a transaction that holds the loan, or with the loan's row by one statement. */
import { and, eq, inArray, max, sql } from 'drizzle-orm';
import type { Student } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import type { Section } from '../db/schema/columns.ts';
import { drafts, loans, students } from '../db/schema/loans.ts';
import type { LoanChanges } from './row.ts';

type StoredStudents = { stored: readonly Student[]; deleted: readonly string[] };

const valuesOf = (row: Student) => ({
  id: row.id,
  institutionId: row.institution_id,
  institutionCourseId: row.institution_course_id,
  details: row satisfies Section,
});

/** New ones come last; a row that is there already keeps its position. */
export async function storeStudents(
  tx: Database,
  loanId: string,
  { stored, deleted }: StoredStudents,
): Promise<void> {
  if (deleted.length > 0) {
    await tx.delete(students).where(and(eq(students.loanId, loanId), inArray(students.id, [...deleted])));
  }
  if (stored.length === 0) return;
  const [last] = await tx
    .select({ position: max(students.position) })
    .from(students)
    .where(eq(students.loanId, loanId));
  const next = (last?.position ?? -1) + 1;
  await tx
    .insert(students)
    .values(stored.map((row, index) => ({ ...valuesOf(row), loanId, position: next + index })))
    .onConflictDoUpdate({
      target: [students.loanId, students.id],
      set: {
        institutionId: sql`excluded.institution_id`,
        institutionCourseId: sql`excluded.institution_course_id`,
        details: sql`excluded.details`,
      },
    });
}

/** Does `changeLoan`, `storeStudents` and `deleteDrafts` in one statement if the row's version is unchanged. */
const storeByVersion = preparedOn((db) => {
  const { placeholder } = sql;
  const changed = db.$with('changed', { version: sql<number>`version`.as('version') }).as(sql`
    update ${loans} set institution_id = ${placeholder('institutionId')},
      institution_name = ${placeholder('institutionName')}, course_id = ${placeholder('courseId')},
      order_value = ${placeholder('orderValue')}, loan_details = ${placeholder('loanDetails')},
      version = version + 1, updated_at = ${placeholder('now')}
    where id = ${placeholder('loanId')} and version = ${placeholder('version')} and status = 'draft'
      and erased_at is null
    returning id, version`);
  const removed = db.$with('removed', {}).as(sql`
    delete from ${students} using changed
    where ${students.loanId} = changed.id and ${students.id} = any(${placeholder('deleted')}::uuid[])`);
  const stored = db.$with('stored', {}).as(sql`
    insert into ${students} (id, loan_id, position, institution_id, institution_course_id, details)
    select sent.id, changed.id,
      sent.index + (select coalesce(max(position), -1) + 1 from ${students} where loan_id = changed.id),
      sent."institutionId", sent."institutionCourseId", sent.details
    from changed, json_to_recordset(${placeholder('stored')}::json) as sent
      (id uuid, index int, "institutionId" int, "institutionCourseId" int, details jsonb)
    on conflict (loan_id, id) do update set institution_id = excluded.institution_id,
      institution_course_id = excluded.institution_course_id, details = excluded.details`);
  const undrafted = db.$with('undrafted', {}).as(sql`
    delete from ${drafts} using changed where ${drafts.loanId} = changed.id and ${drafts.step} = 'students'`);
  return db
    .with(changed, removed, stored, undrafted)
    .select({ version: changed.version })
    .from(changed)
    .prepare('store_students');
});

/**
 * Stores the students of a draft and what they change of the loan, by one statement and without a transaction.
 * @param loan as it was read
 * @returns the row as it is then; undefined, with nothing stored, where it has changed since
 */
export async function storeDraftStudents(
  db: Database,
  loan: typeof loans.$inferSelect,
  { changes, stored, deleted }: StoredStudents & { changes: LoanChanges },
  now: Date,
): Promise<typeof loans.$inferSelect | undefined> {
  const after = { ...loan, ...changes };
  const [changed] = await storeByVersion(db).execute({
    institutionId: after.institutionId,
    institutionName: after.institutionName,
    courseId: after.courseId,
    orderValue: after.orderValue,
    loanDetails: JSON.stringify(after.loanDetails),
    now: now.toISOString(),
    loanId: loan.id,
    version: loan.version,
    deleted: `{${deleted.join()}}`,
    stored: JSON.stringify(stored.map((row, index) => ({ ...valuesOf(row), index }))),
  });
  return changed && { ...after, version: changed.version, updatedAt: now };
}

/** A loan with all that its applicant sees, read by one statement: what is read together belongs together. */
import { sql } from 'drizzle-orm';
import { normalizeStudent } from '../../domain/forms/student.ts';
import type { Query, Student } from '../../domain/values/wire.ts';
import { institutions } from '../db/schema/institutions.ts';
import { loans, students } from '../db/schema/loans.ts';
import { queries } from '../db/schema/review.ts';

export type LoanRecord = {
  row: typeof loans.$inferSelect;
  /** The students in the order of their cards. */
  students: Student[];
  /** The reviewers' queries, the oldest first. */
  queries: Query[];
  /** True if the saved institution takes a fee receipt (section 2). */
  receiptUpload: boolean;
};

const isoText = (column: typeof queries.raisedAt | typeof queries.answeredAt) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of a record, for a statement that joins `institutions` by the loan's institution. */
export const recordColumns = {
  row: loans,
  students: sql<Student[]>`(
    select coalesce(json_agg(${students.details} order by ${students.position}, ${students.id}), '[]')
    from ${students} where ${students.loanId} = ${loans.id})`,
  queries: sql<Query[]>`(
    select coalesce(json_agg(json_build_object(
      'id', ${queries.id}, 'field', ${queries.field}, 'reason', ${queries.reason},
      'message', ${queries.message}, 'round', ${queries.round}, 'state', ${queries.state},
      'raised_at', ${isoText(queries.raisedAt)}, 'answered_at', ${isoText(queries.answeredAt)},
      'answer', ${queries.answer}) order by ${queries.raisedAt}, ${queries.field}, ${queries.round}), '[]')
    from ${queries} where ${queries.loanId} = ${loans.id})`,
  receiptUpload: sql<boolean>`coalesce(${institutions.receiptUpload}, false)`,
};

/** An older release may have written students without the present fields. */
export const normalizeRecord = ({ row, students, queries, receiptUpload }: LoanRecord): LoanRecord => ({
  ...{ row, queries, receiptUpload },
  students: students.map(normalizeStudent),
});

/** Fills the drafts of a customer's new loan in with what they answered the last time (decision 105). */
import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import { applicantOfEarlier, studentsOfEarlier } from '../../domain/forms/earlier-application.ts';
import type { Institution } from '../../domain/values/wire.ts';
import type { Database } from '../db/open.ts';
import type { Section } from '../db/schema/columns.ts';
import { institutions } from '../db/schema/institutions.ts';
import { drafts, loans } from '../db/schema/loans.ts';
import { encryptPersonalData } from '../encryption/personal-data.ts';
import type { LoanPresentation, NewLoan } from './insert-loan.ts';
import { institutionOnWire } from './institution.ts';
import { loanOnWire } from './read.ts';
import { recordColumns, normalizeRecord } from './record.ts';

/** Of the latest loan that the customer has submitted; nothing is stored where there is none. */
export async function carryAnswers(
  db: Database,
  {
    loan,
    customerId,
    now,
  }: { loan: NewLoan & LoanPresentation & { id: string }; customerId: string; now: Date },
): Promise<void> {
  const [found] = await db
    .select(recordColumns)
    .from(loans)
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(
      and(
        eq(loans.customerId, customerId),
        ne(loans.status, 'draft'),
        eq(loans.test, loan.test),
        isNull(loans.erasedAt),
      ),
    )
    .orderBy(desc(loans.createdAt), loans.id)
    .limit(1);
  if (!found) return;
  const earlier = loanOnWire(db, normalizeRecord(found));
  const application = {
    presentation: loan.presentation ?? 'embedded',
    asked_fields: loan.askedFields ?? [],
    name: loan.name,
    institution: await institutionOf(db, loan.lockedInstituteId ?? found.row.institutionId),
  };
  const from = todayInIndia(found.row.createdAt);
  const bodies = {
    students: studentsOfEarlier(earlier, application, { from, today: todayInIndia(now) }),
    applicant: applicantOfEarlier(earlier, application, from),
  };
  const rows = Object.entries(bodies).map(([step, body]) => ({
    ...{ loanId: loan.id, step, version: 1, updatedAt: now },
    body: encryptPersonalData(db, loan.id, body as unknown as Section),
  }));
  // A repeat of the creation may have opened the loan, and saved what was typed, in the meantime.
  await db.insert(drafts).values(rows).onConflictDoNothing();
}

async function institutionOf(db: Database, id: number | null): Promise<Institution | null> {
  if (id === null) return null;
  const [row] = await db.select().from(institutions).where(eq(institutions.id, id));
  return row ? institutionOnWire(row) : null;
}

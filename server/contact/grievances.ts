/** The grievances among the conversations: their numbers and their days. */
import { and, count, isNotNull, isNull, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { daysLeft, grievanceNumber, grievanceNumberDigits } from '../../domain/forms/grievance.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { components } from '../../openapi/generated.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import { conversations } from '../db/schema/contact.ts';
import { lenderName } from '../config/lender-profiles.ts';
import type { MessageSite } from '../outbox/queue.ts';

export type Grievance = components['schemas']['Grievance'];
export type ConversationRow = typeof conversations.$inferSelect;

/** The configuration for a conversation's messages and its form on the wire. */
export type ContactConfig = MessageSite & Pick<Config, 'lenderProfiles' | 'grievances'>;

export type GrievanceSubject = { loanId: string | null; lenderId: number | null };

/** The columns of a grievance that is lodged now. Its number may be taken. */
export function newGrievance(
  { loanId, lenderId }: GrievanceSubject,
  { now, config }: { now: Date; config: ContactConfig },
) {
  const lodgedOn = todayInIndia(now);
  const drawn = String(platform.randomInt(10 ** grievanceNumberDigits)).padStart(grievanceNumberDigits, '0');
  return {
    kind: 'grievance',
    grievanceNumber: grievanceNumber(drawn),
    ...{ loanId, lenderId, lodgedOn },
    answerBy: addDays(lodgedOn, config.grievances.answerDays),
  } as const;
}

/** A conversation with the columns of a grievance. */
export type GrievanceRow = ConversationRow & {
  grievanceNumber: string;
  lodgedOn: IsoDate;
  answerBy: IsoDate;
};

export const isGrievance = (row: ConversationRow): row is GrievanceRow => row.kind === 'grievance';

/** Returns whether a grievance is neither resolved nor rejected. */
export const isUnsettled = (row: ConversationRow): row is GrievanceRow =>
  isGrievance(row) && row.outcome === null;

/** Null for a query. */
export function grievanceOnWire(
  row: ConversationRow,
  { now, config }: { now: Date; config: Pick<Config, 'lenderProfiles'> },
): Grievance | null {
  if (!isGrievance(row)) return null;
  const { grievanceNumber: number, lodgedOn, answerBy, outcome, settledOn, loanId, lenderId } = row;
  return {
    ...onWire({ number, lodgedOn, answerBy, outcome, settledOn, loanId }),
    days_left: outcome === null ? daysLeft(answerBy, todayInIndia(now)) : null,
    lender_name: lenderId === null ? null : lenderName(config.lenderProfiles, lenderId),
  };
}

/** Counts the grievances that are neither resolved nor rejected, and those of them that are overdue. */
export async function countGrievances(
  db: Database,
  now: Date,
): Promise<{ unsettled: number; overdue: number }> {
  const { answerBy, outcome } = conversations;
  const [row] = await db
    .select({
      unsettled: count(),
      overdue: sql<number>`count(*) filter (where ${answerBy} < ${todayInIndia(now)})`.mapWith(Number),
    })
    .from(conversations)
    .where(and(isNotNull(answerBy), isNull(outcome)));
  return row ?? { unsettled: 0, overdue: 0 };
}

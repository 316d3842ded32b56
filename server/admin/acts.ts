/** The audit trail of the admin commands: who has given which, when, and whether it was done. */
import { desc } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { adminActs } from '../db/schema/staff.ts';

const mostListed = 1000;

/** The ids that name what a command was about; an address, a number or a name that was typed is not stored. */
const subjects = ['loanId', 'jobId', 'kind', 'keyId', 'partnerId', 'day'];

/** Says whether a command only reads; what has migrated the schema stands in its own table. */
export const isReading = (command: string): boolean =>
  /^(list|export)-/.test(command) || ['doctor', 'verify-timelines', 'migrate'].includes(command);

export async function recordAdminAct(
  db: Database,
  { args, ...act }: Omit<typeof adminActs.$inferInsert, 'id' | 'subject'> & { args: object },
): Promise<void> {
  const [, subject = null] = Object.entries(args).find(([name]) => subjects.includes(name)) ?? [];
  await db.insert(adminActs).values({ ...act, subject: subject === null ? null : String(subject) });
}

/** The newest first. */
export async function listAdminActs(db: Database): Promise<string[]> {
  const acts = await db.select().from(adminActs).orderBy(desc(adminActs.id)).limit(mostListed);
  return acts.map(({ at, operator, command, subject, isDone }) =>
    [at.toISOString(), operator, command, subject ?? '-', isDone ? 'done' : 'refused'].join('  '),
  );
}

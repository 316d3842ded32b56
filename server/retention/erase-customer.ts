/** Erases a customer: the profile, the sessions, and what was sent to the number. Loans have an erasure of their own. */
import { and, eq, inArray, isNull, like, lte, notExists, or, sql } from 'drizzle-orm';
import { eraseInterests } from '../contact/interests.ts';
import { formerNumberTarget, nextNumberTarget, signInTarget } from '../customers/otp.ts';
import { type Database, transaction } from '../db/open.ts';
import {
  customers,
  customerSessions,
  jobs,
  loans,
  messages,
  oneTimePasswords,
  sandboxMessages,
} from '../db/schema.ts';

/** @returns the ids of the loans that nobody owns any more; undefined where no customer has the number */
export const eraseCustomer = (db: Database, mobile: string): Promise<string[] | undefined> =>
  transaction(db, async (tx) => {
    const [customer] = await tx.select().from(customers).where(eq(customers.mobile, mobile)).for('update');
    if (!customer) return undefined;
    const { id } = customer;
    const { subject } = oneTimePasswords;
    await tx
      .delete(oneTimePasswords)
      .where(
        or(
          inArray(subject, [signInTarget(mobile).subject, formerNumberTarget(id).subject]),
          like(subject, `${nextNumberTarget(id, '').subject}%`),
        ),
      );
    await eraseMessagesTo(tx, mobile);
    await eraseInterests(tx, [mobile, ...(customer.email === null ? [] : [customer.email.toLowerCase()])]);
    const owned = await tx.select({ id: loans.id }).from(loans).where(eq(loans.customerId, id));
    // Sessions and tokens go with the row; loans stay without an owner.
    await tx.delete(customers).where(eq(customers.id, id));
    return owned.map((loan) => loan.id);
  });

/** Those about no loan; the others are erased with their loan. */
async function eraseMessagesTo(tx: Database, mobile: string): Promise<void> {
  const deleted = await tx
    .delete(messages)
    .where(and(eq(messages.recipient, mobile), isNull(messages.loanId)))
    .returning({ id: messages.id });
  const ids = deleted.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.delete(sandboxMessages).where(inArray(sandboxMessages.id, ids));
  await tx.delete(jobs).where(inArray(sql`${jobs.payload} ->> 'messageId'`, ids));
}

/** Those who signed up before, own no loan, act for no partner and are signed in nowhere. @returns how many were erased, `limit` at most */
export async function eraseIdleCustomers(db: Database, before: Date, limit: number): Promise<number> {
  const owned = db.select({ id: loans.id }).from(loans).where(eq(loans.customerId, customers.id));
  const sessions = db
    .select({ id: customerSessions.id })
    .from(customerSessions)
    .where(eq(customerSessions.customerId, customers.id));
  const idle = await db
    .select({ mobile: customers.mobile })
    .from(customers)
    .where(
      and(
        lte(customers.createdAt, before),
        isNull(customers.partnerId),
        notExists(owned),
        notExists(sessions),
      ),
    )
    .limit(limit);
  for (const { mobile } of idle) await eraseCustomer(db, mobile);
  return idle.length;
}

/** Erases a customer: the profile, the sessions, and what was sent to the number. Loans have an erasure of their own. */
import { and, eq, isNull, like, lte, notExists, or, type SQL } from 'drizzle-orm';
import type { Services } from '../api/handler.ts';
import { eraseInterests } from '../contact/interests.ts';
import { formerNumberTarget, nextNumberTarget, signInTarget } from '../customers/otp.ts';
import { type Database, transaction } from '../db/open.ts';
import { conversations } from '../db/schema/contact.ts';
import { customers, customerSessions } from '../db/schema/customers.ts';
import { loans } from '../db/schema/loans.ts';
import { oneTimePasswords } from '../db/schema/messages.ts';
import { isAcceptedStage, lenderLoansOf } from '../servicing/lender-loans.ts';
import { eraseConversations, eraseMessagesTo } from './erase-conversations.ts';
import { hasUnsettledMoney } from './erase-loan.ts';

type Needs = Pick<Services, 'db' | 'clock'>;

/**
 * @param isDue what has to be so of the customer still; where it is not, nothing is erased
 * @returns the ids of the loans that nobody owns any more; `running`: those that have to end first, where the customer
 *   withdraws the mandate and hears of refunds until then; undefined where no customer has the number
 */
export const eraseCustomer = (
  { db, clock }: Needs,
  mobile: string,
  isDue?: SQL,
): Promise<{ loans: string[] } | { running: string[] } | undefined> =>
  transaction(db, async (tx) => {
    const [customer] = await tx.select().from(customers).where(eq(customers.mobile, mobile)).for('update');
    if (!customer) return undefined;
    const { id } = customer;
    if (isDue && (await tx.$count(customers, and(eq(customers.id, id), isDue))) === 0) return undefined;
    const isOwn = eq(loans.customerId, id);
    const owned = await tx.select({ id: loans.id, erasedAt: loans.erasedAt }).from(loans).where(isOwn);
    const running: string[] = [];
    for (const { id: loanId, erasedAt } of owned) {
      const isRunning = (await lenderLoansOf(tx, loanId)).some(({ stage }) => isAcceptedStage(stage));
      if (isRunning || (erasedAt === null && (await hasUnsettledMoney(tx, loanId, clock.now()))))
        running.push(loanId);
    }
    if (running.length > 0) return { running };
    const { subject } = oneTimePasswords;
    const isOfChange = or(
      eq(subject, formerNumberTarget(id).subject),
      like(subject, `${nextNumberTarget(id, '').subject}%`),
    );
    await tx.delete(oneTimePasswords).where(isOfChange);
    const mails = customer.email === null ? [] : [customer.email.toLowerCase()];
    await eraseNumber(tx, mobile);
    await eraseInterests(tx, mails);
    await eraseConversations(tx, { customerId: id, addresses: [mobile, ...mails] });
    // Sessions and tokens go with the row; loans stay without an owner.
    await tx.delete(customers).where(eq(customers.id, id));
    return { loans: owned.map((loan) => loan.id) };
  });

/**
 * Erases what goes to a number and is about no loan nor conversation. A number that is given up is erased then: nothing
 * knows later whose it was.
 */
export async function eraseNumber(tx: Database, mobile: string): Promise<void> {
  await tx.delete(oneTimePasswords).where(eq(oneTimePasswords.subject, signInTarget(mobile).subject));
  await eraseMessagesTo(tx, [mobile]);
  await eraseInterests(tx, [mobile]);
}

/**
 * Erases customers who signed up before, own no loan, have no grievance, act for no partner and are not signed in.
 * @returns the number of erased customers, `limit` at most
 */
export async function eraseIdleCustomers({ db, clock }: Needs, before: Date, limit: number): Promise<number> {
  const owned = db.select({ id: loans.id }).from(loans).where(eq(loans.customerId, customers.id));
  const sessions = db
    .select({ id: customerSessions.id })
    .from(customerSessions)
    .where(eq(customerSessions.customerId, customers.id));
  const grievances = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.customerId, customers.id), eq(conversations.kind, 'grievance')));
  const isIdle = and(
    lte(customers.createdAt, before),
    isNull(customers.partnerId),
    notExists(owned),
    notExists(sessions),
    notExists(grievances),
  );
  const idle = await db.select({ mobile: customers.mobile }).from(customers).where(isIdle).limit(limit);
  for (const { mobile } of idle) await eraseCustomer({ db, clock }, mobile, isIdle);
  return idle.length;
}

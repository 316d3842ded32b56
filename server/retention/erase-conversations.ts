/** Erases conversations with support, and the messages about them. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { conversations } from '../db/schema/contact.ts';
import { messages } from '../db/schema/messages.ts';
import { sandboxMessages } from '../db/schema/sandbox.ts';
import { jobs } from '../db/schema/servers.ts';
import { messageJobKey } from '../jobs/dedupe-keys.ts';

export type ConversationOwner = {
  /** Null for conversations without a sign-in. */
  customerId: string | null;
  /** Mobile numbers and mail addresses, by which conversations without a customer are found. */
  addresses: readonly string[];
};

/**
 * Idempotent.
 * @param tx a transaction
 * @returns how many conversations there were
 */
export async function eraseConversations(
  tx: Database,
  { customerId, addresses }: ConversationOwner,
): Promise<number> {
  const given = [...addresses];
  const isAddressed = and(
    isNull(conversations.customerId),
    or(inArray(conversations.mobile, given), inArray(conversations.email, given)),
  );
  const erased = await tx
    .delete(conversations)
    .where(customerId === null ? isAddressed : or(eq(conversations.customerId, customerId), isAddressed))
    .returning({ email: conversations.email, mobile: conversations.mobile });
  await eraseMessagesTo(
    tx,
    erased.flatMap(({ email, mobile }) => [email, mobile]),
  );
  return erased.length;
}

/** Deletes the messages about no loan; the others are erased with their loan. */
export async function eraseMessagesTo(tx: Database, recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return;
  const deleted = await tx
    .delete(messages)
    .where(and(inArray(messages.recipient, [...recipients]), isNull(messages.loanId)))
    .returning({ id: messages.id });
  const ids = deleted.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.delete(sandboxMessages).where(inArray(sandboxMessages.id, ids));
  await tx.delete(jobs).where(inArray(jobs.dedupeKey, ids.map(messageJobKey)));
}

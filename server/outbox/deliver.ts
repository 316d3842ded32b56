/** Delivers one message of the outbox: the job `message.` of each channel. */
import { and, eq, ne, inArray } from 'drizzle-orm';
import type { Messengers, Attachment } from '../adapters/messages.ts';
import type { Objects } from '../adapters/objects.ts';
import { type Database, transaction } from '../db/open.ts';
import { messages } from '../db/schema/messages.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import type { Services } from '../api/handler.ts';
import { errorFields } from '../platform/log.ts';
import { appendToTimeline } from '../timeline/timeline.ts';
import { isContactHour, nextContactTime } from './contact-hours.ts';
import { secretForMs, waitsForHours } from './templates.ts';
import { issuedDocuments } from '../db/schema/servicing.ts';

/** `refused` by its provider; `givenUp` after too many attempts; `tooLate`, where its content has expired. */
type DeliveryEnd = 'sent' | 'refused' | 'givenUp' | 'tooLate';

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'metrics'> & {
  adapters: { messengers: Messengers; objects: Objects };
};

/**
 * A message whose provider did not answer is delivered again under the same id: it may come twice where the provider
 * does not recognize repeats, and is never lost.
 */
export async function deliverMessage(
  { db, clock, log, metrics, adapters: { messengers, objects } }: Needs,
  { messageId }: { messageId: string },
  { attempt, isLastAttempt, signal }: JobRun,
): Promise<JobResult> {
  const [row] = await db.select().from(messages).where(eq(messages.id, messageId));
  // A secret text is erased at the end, also of a message that was not sent.
  if (!row || row.state === 'sent' || row.text === null) return 'done';
  const { id, recipient: to, subject, text, template, channel } = row;
  const goodForMs = secretForMs(row.template);
  if (goodForMs !== undefined && clock.now().getTime() - row.createdAt.getTime() >= goodForMs) {
    await finishMessage(db, row, 'tooLate', clock.now());
    return 'done';
  }
  if (waitsForHours(template) && !isContactHour(clock.now())) return { runAt: nextContactTime(clock.now()) };
  // Another server may deliver it now. A delivery that has begun goes on: its provider may have taken it already.
  if (signal.aborted) return 'retry';
  const delivered = await readAsAttachments(db, objects, row.documentIds)
    .then((attachments) =>
      messengers[channel].deliver({ id, to, subject, text, attachments, template, attempt }),
    )
    .catch((error: unknown) => {
      log.error('messenger failed', errorFields(error));
      return { kind: 'unknown' } as const;
    });
  if (delivered.kind === 'accepted') {
    await finishMessage(db, row, 'sent', clock.now());
    metrics?.countMessage(channel, 'sent');
    return 'done';
  }
  if (delivered.kind !== 'refused' && !isLastAttempt) return 'retry';
  await finishMessage(db, row, delivered.kind === 'refused' ? 'refused' : 'givenUp', clock.now());
  metrics?.countMessage(channel, 'failed');
  // A refusal is common: no operator has to know of it.
  return delivered.kind === 'refused' ? 'done' : 'failed';
}

/** Sets the final state of a message, unless it is sent already; the text of a secret one is erased. */
const finishMessage = (
  db: Database,
  { id, loanId, channel, template }: typeof messages.$inferSelect,
  end: DeliveryEnd,
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    const finished = await tx
      .update(messages)
      .set({
        state: end === 'sent' ? 'sent' : 'failed',
        settledAt: now,
        ...(secretForMs(template) === undefined ? {} : { text: null }),
      })
      .where(and(eq(messages.id, id), ne(messages.state, 'sent')))
      .returning({ id: messages.id });
    if (finished.length === 0 || loanId === null) return;
    await appendToTimeline(tx, {
      loanId,
      at: now,
      by: 'system',
      act: end === 'sent' ? 'message.sent' : 'message.failed',
      details: { message: id, channel, template, ...(end === 'sent' ? {} : { why: end }) },
    });
  });

/**
 * The documents as attachments of a mail, by their numbers.
 * @param ids of `issued_documents`
 * @throws Error where one of them is not there
 */
async function readAsAttachments(
  db: Database,
  objects: Objects,
  ids: readonly string[],
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ key: issuedDocuments.key, number: issuedDocuments.number })
    .from(issuedDocuments)
    .where(inArray(issuedDocuments.id, [...ids]))
    .orderBy(issuedDocuments.number);
  if (rows.length < ids.length) throw new Error('An issued document is gone');
  return Promise.all(
    rows.map(async ({ key, number }) => ({
      fileName: `${number}.pdf`,
      contentType: 'application/pdf',
      content: await readContent(objects, key),
    })),
  );
}

async function readContent(objects: Objects, key: string): Promise<Uint8Array> {
  const stored = await objects.head(key);
  const content = stored && (await objects.read(key, stored.eTag));
  if (!content) throw new Error('An issued document has no object');
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

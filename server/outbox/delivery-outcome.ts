/** What became of a message, for a call that waits a moment for it. */
import { and, desc, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { sleep } from '../platform/timers.ts';
import type { Database } from '../db/open.ts';
import { messages } from '../db/schema/messages.ts';
import type { Template } from './templates.ts';

const pollMs = 100;

/**
 * Whether the provider refuses the latest message of the template to the recipient.
 * @param ms how long it is waited for; false where nothing is known by then
 */
export async function isRefusedWithin(
  db: Database,
  { recipient, template }: { recipient: string; template: Template },
  ms: number,
): Promise<boolean> {
  const until = platform.elapsedMs() + ms;
  for (;;) {
    const [latest] = await db
      .select({ state: messages.state })
      .from(messages)
      .where(and(eq(messages.recipient, recipient), eq(messages.template, template)))
      .orderBy(desc(messages.createdAt))
      .limit(1);
    if (latest?.state === 'failed') return true;
    if (latest?.state !== 'queued' || platform.elapsedMs() >= until) return false;
    await sleep(pollMs);
  }
}

/**
 * Shows the messages that the sandbox's SMS and mail providers received, newest first: `/sandbox/outbox` for people and
 * `/sandbox/outbox.json` for tests, for callers on this machine.
 */
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../db/open.ts';
import { type SandboxAttachment, sandboxMessages } from '../db/schema/sandbox.ts';
import type { HonoEnv } from '../platform/env.ts';
import { escaped, pageHeaders, pageOf } from './html.ts';
import { loopbackOnly } from '../http/loopback.ts';

export const outboxPath = '/sandbox/outbox';

/** A message of `/sandbox/outbox.json`. */
export type SandboxMessage = Omit<typeof sandboxMessages.$inferSelect, 'recipient' | 'receivedAt'> & {
  to: string;
  /** ISO 8601. */
  at: string;
};

const mostShown = 200;

export function outboxPages(db: Database): Hono<HonoEnv> {
  const pages = new Hono<HonoEnv>();
  pages.get(`${outboxPath}.json`, loopbackOnly, async (call) =>
    call.json(await latest(db), 200, { 'cache-control': 'no-store' }),
  );
  pages.get(outboxPath, loopbackOnly, async (call) =>
    call.html(pageOf('Sandbox outbox', listHtml(await latest(db))), 200, pageHeaders),
  );
  return pages;
}

async function latest(db: Database): Promise<SandboxMessage[]> {
  const rows = await db
    .select()
    .from(sandboxMessages)
    .orderBy(desc(sandboxMessages.receivedAt))
    .limit(mostShown);
  return rows.map(({ recipient: to, receivedAt, ...message }) => ({
    ...{ ...message, to, at: receivedAt.toISOString() },
  }));
}

const listHtml = (messages: SandboxMessage[]): string =>
  `<p>What would have been sent to people, newest first. Nothing leaves this computer. Reload the page for newer ones.</p>
${messages.length === 0 ? '<p>There is no message yet.</p>' : `<ol>\n${messages.map(item).join('\n')}\n</ol>`}`;

const channels: Record<SandboxMessage['channel'], string> = { sms: 'SMS', email: 'E-mail' };

const item = ({ channel, to, subject, text, attachments, at }: SandboxMessage): string => `<li>
<h2>${escaped(subject ?? `${channels[channel]} to ${to}`)}</h2>
<p class="facts">${channels[channel]} to ${escaped(to)}, <time datetime="${at}">${inIndia(at)}</time></p>
<p class="text">${linked(text)}</p>${attachments.map(attachmentItem).join('')}
</li>`;

const attachmentItem = ({ fileName, bytes }: SandboxAttachment): string =>
  `\n<p class="facts">Attached: ${escaped(fileName)}, ${Math.ceil(bytes / 1024)} KiB</p>`;

const inIndia = (at: string): string =>
  new Date(at).toLocaleString('en-IN', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'medium',
    timeStyle: 'medium',
  });

/** The text with its addresses as links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, n) => (n % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('');

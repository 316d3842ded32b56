/**
 * What the sandbox's providers of SMS and mail were handed, newest first: `/sandbox/outbox` for people and
 * `/sandbox/outbox.json` for tests, for callers on this machine.
 */
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../db/open.ts';
import { type SandboxAttachment, sandboxMessages } from '../db/schema/sandbox.ts';
import type { HonoEnv } from '../platform/env.ts';
import { loopbackOnly } from './loopback.ts';

export const outboxPath = '/sandbox/outbox';

/** A message of `/sandbox/outbox.json`. */
export type SandboxMessage = {
  id: string;
  channel: 'sms' | 'email';
  to: string;
  subject: string | null;
  text: string;
  /** `sha256` in hex. */
  attachments: SandboxAttachment[];
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
    call.html(page(await latest(db)), 200, {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    }),
  );
  return pages;
}

async function latest(db: Database): Promise<SandboxMessage[]> {
  const rows = await db
    .select()
    .from(sandboxMessages)
    .orderBy(desc(sandboxMessages.receivedAt))
    .limit(mostShown);
  return rows.map(({ id, channel, recipient, subject, text, attachments, receivedAt }) => ({
    id,
    channel,
    to: recipient,
    subject,
    text,
    attachments,
    at: receivedAt.toISOString(),
  }));
}

const page = (messages: SandboxMessage[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox outbox</title>
<style>
body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
ol{list-style:none;padding:0}
li{border:1px solid #c4c4cc;border-radius:.5rem;padding:1rem;margin:1rem 0}
h2{font-size:1rem;margin:0}
.facts{color:#4a4a55;margin:0}
.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.75rem 0 0}
</style>
<main>
<h1>Sandbox outbox</h1>
<p>What would have been sent to people, newest first. Nothing leaves this computer. Reload the page for newer ones.</p>
${messages.length === 0 ? '<p>There is no message yet.</p>' : `<ol>\n${messages.map(item).join('\n')}\n</ol>`}
</main>
</html>
`;

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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

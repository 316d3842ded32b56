/**
 * The pages of the sandbox's providers, where a person presses what becomes of a request: `/sandbox/kyc/REFERENCE`,
 * `/sandbox/mandate/REFERENCE`, `/sandbox/payments/REFERENCE`. The reference is as secret as a real provider's link.
 * Each outcome is announced by a signed event, as a real provider would, and leads back to the app.
 */
import { Hono } from 'hono';
import { platform } from '../platform/platform.ts';
import type { SandboxNeeds } from '../adapters/index.ts';
import type { ProviderName } from '../adapters/provider.ts';
import type { HonoEnv } from '../platform/env.ts';
import { signatureHeaders } from '../http/standard-webhooks.ts';
import { apiBase } from '../api/mount.ts';
import { pageHeaders, pageOf } from './html.ts';
import { kycPage } from './kyc.ts';
import { mandatePage } from './mandate.ts';
import { paymentsPage } from './payments.ts';

const notThere = '<p>There is nothing under this address.</p>';

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** @param send calls this server, as a provider would */
export function providerPages(needs: SandboxNeeds, send: Send = platform.fetch): Hono<HonoEnv> {
  const pages = new Hono<HonoEnv>();
  for (const page of [kycPage(needs), mandatePage(needs), paymentsPage(needs)]) {
    const { provider, path, title } = page;
    pages.get(`${path}/:reference`, async (call) => {
      const content = await page.show(call.req.param('reference') ?? '', call.req.query());
      return call.html(pageOf(title, content ?? notThere), content ? 200 : 404, pageHeaders);
    });
    pages.post(`${path}/:reference`, async (call) => {
      const reference = call.req.param('reference') ?? '';
      const form = await call.req.parseBody().catch(() => ({}));
      const pressed = await page.press(reference, textsOf(form));
      if (!pressed) return call.html(pageOf(title, notThere), 404, pageHeaders);
      if (pressed.isAnnounced)
        await announce({ provider, reference, origin: new URL(call.req.url).origin }, needs, send);
      return call.redirect(pressed.returnUrl, 303);
    });
  }
  return pages;
}

const textsOf = (form: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Sends the event, once: what is lost is found by the server's own jobs. */
async function announce(
  { provider, reference, origin }: { provider: ProviderName; reference: string; origin: string },
  { clock, config }: Pick<SandboxNeeds, 'clock' | 'config'>,
  send: Send,
): Promise<void> {
  const secret = config.providerSecrets[provider]?.[0];
  if (!secret) return;
  const body = JSON.stringify({ reference });
  const timestamp = String(Math.floor(clock.now().getTime() / 1000));
  const signed = { eventId: platform.uuid(), timestamp, body: Buffer.from(body) };
  await send(`${origin}${apiBase}/providers/${provider}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatureHeaders([secret], signed) },
    body,
  }).catch(() => undefined);
}

/**
 * The pages of the sandbox's providers, where a person presses what becomes of a request: `/sandbox/kyc/REFERENCE`,
 * `/sandbox/mandate/REFERENCE`, `/sandbox/payments/REFERENCE`. The reference is as secret as a real provider's link.
 * Each outcome is announced by a signed event, as a real provider would, and leads back to the app.
 */
import { Hono } from 'hono';
import { platform } from '../platform/platform.ts';
import type { SandboxNeeds } from '../adapters/index.ts';
import type { HonoEnv } from '../platform/env.ts';
import { apiBase } from '../api/mount.ts';
import type { Section } from '../db/schema/columns.ts';
import { pageHeaders, pageOf } from './html.ts';
import { kycPage } from './kyc.ts';
import { mandatePage } from './mandate.ts';
import { paymentsPage } from './payments.ts';
import { bookOf, type ProviderPage } from './provider.ts';
import { type Send, sendEvent } from './send-event.ts';

const notThere = '<p>There is nothing under this address.</p>';

/** @param send calls this server, as a provider would */
export function providerPages(needs: SandboxNeeds, send: Send = platform.fetch): Hono<HonoEnv> {
  const { db, clock, config } = needs;
  const pages = new Hono<HonoEnv>();
  const mount = <Request extends Section & { returnUrl: string }, State extends Section>(
    page: ProviderPage<Request, State>,
  ) => {
    const { provider, title, show, press } = page;
    const book = bookOf<Request, State>(db, provider);
    const path = `/sandbox/${provider}/:reference` as const;
    pages.get(path, async (call) => {
      const opened = await book.find(call.req.param('reference'));
      const content = opened ? show(opened, { query: call.req.query(), clock }) : notThere;
      return call.html(pageOf(title, content), opened ? 200 : 404, pageHeaders);
    });
    pages.post(path, async (call) => {
      const reference = call.req.param('reference');
      const opened = await book.find(reference);
      const form = textsOf(await call.req.parseBody().catch(() => ({})));
      const pressed = opened && press(opened, form, clock);
      if (!pressed) return call.html(pageOf(title, notThere), 404, pageHeaders);
      if (pressed.changes) await book.change(opened, pressed.changes);
      const secret = config.providerSecrets[provider]?.[0];
      if (pressed.isAnnounced && secret) {
        const url = `${new URL(call.req.url).origin}${apiBase}/providers/${provider}/events`;
        await sendEvent(send, url, { reference, secret, now: clock.now() }).catch(() => undefined);
      }
      return call.redirect(opened.request.returnUrl, 303);
    });
  };
  mount(kycPage);
  mount(mandatePage);
  mount(paymentsPage);
  return pages;
}

const textsOf = (form: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

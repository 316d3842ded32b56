/** Pressing what happens at the sandbox's providers, and their events as they sign them. */
import type { ProviderName } from '../../server/adapters/provider.ts';
import { providerPages } from '../../server/sandbox/provider-pages.ts';
import type { App } from './app.ts';
import type { Call } from './calls.ts';
import { signedCall, type Signing } from './lender-events.ts';

/** An event of a provider, signed now by the sandbox's secret where nothing else is said. */
export const providerEvent = (
  app: Pick<App, 'clock'>,
  provider: ProviderName,
  body: object,
  signing: Signing = {},
): Call => signedCall(app, { provider }, body, signing);

export type Pressed = { status: number; location: string | null; events: number[] };

/** @param url of the provider's page; @param isDelivered whether the event reaches the server */
export async function press(
  app: App,
  url: string,
  form: Record<string, string>,
  { isDelivered = true }: { isDelivered?: boolean } = {},
): Promise<Pressed> {
  const events: number[] = [];
  const pages = providerPages(app.services, async (to, init) => {
    if (!isDelivered) throw new Error('lost');
    const answer = await app.site.request(new URL(to).pathname, init);
    events.push(answer.status);
    return answer;
  });
  const answer = await pages.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
  return { status: answer.status, location: answer.headers.get('location'), events };
}

export async function shownPage(app: App, url: string): Promise<string> {
  const answer = await providerPages(app.services).request(url);
  return answer.text();
}

import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import secondary from '../../locales/en/app.json?namespace=secondary&messages';
import { type App, AppView, createApp, startApp } from './app.tsx';
import { loadMessages } from '../i18n/i18n.tsx';
import { createSession } from './session.ts';
import { createBrowserStore } from './browser-store.ts';

describe('the app without a browser', () => {
  it('renders the first screen at once', async () => {
    const app = await opened('/?api_key=KEY');
    expect(renderToString(<AppView app={app} />)).toContain('Create Application');
  });

  it('shows only the words where there is no key', async () => {
    const html = await rendered('/');
    expect(html.replace(/<[^>]+>/g, ' ').trim()).toMatch(/^Feepath +API KEY NOT FOUND$/);
  });

  it('shows a status page for an unknown address', async () => {
    expect(await rendered('/nowhere?api_key=KEY')).toContain('There is no page at this address');
    expect(await rendered('/loan/1/student/more?api_key=KEY')).toContain('There is no page at this address');
  });
});

/** The one file of messages that is fetched here. */
beforeAll(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(secondary)));
  return () => vi.unstubAllGlobals();
});

/** Prerenders the address once the secondary messages are loaded. */
async function rendered(address: string): Promise<string> {
  await loadMessages('secondary');
  const { prelude } = await prerender(<AppView app={await opened(address)} />);
  return new Response(prelude).text();
}

async function opened(address: string): Promise<App> {
  const nowhere = createBrowserStore(() => {
    throw new Error('There is no storage');
  });
  const session = createSession({
    address: new URL(address, 'https://feepath.example'),
    loanId: null,
    keyId: null,
    tab: nowhere,
    device: nowhere,
    now: () => 0,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const app = createApp(
    {
      session,
      support: { phone: '', email: '' },
      language: () => 'en',
      now: () => new Date('2026-06-01T00:00:00Z'),
    },
    history,
  );
  startApp(app, { session, onOtherLoan: () => {} });
  await app.router.load();
  return app;
}

import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AppView, openApp, startApp } from './app.tsx';
import { openSession } from './session.ts';
import { storeOf } from './stores.ts';

describe('the app without a browser', () => {
  it('renders the first screen', async () => {
    expect(await rendered('/?api_key=KEY')).toContain('Create Application');
  });

  it('shows only the words where there is no key', async () => {
    const html = await rendered('/');
    expect(html.replace(/<[^>]+>/g, ' ').trim()).toBe('Feepath   API KEY NOT FOUND');
  });

  it('has a face for an address that it does not know', async () => {
    expect(await rendered('/nowhere?api_key=KEY')).toContain('There is no page at this address');
    expect(await rendered('/loan/1/student/more?api_key=KEY')).toContain('There is no page at this address');
  });
});

async function rendered(address: string): Promise<string> {
  const nowhere = storeOf(() => {
    throw new Error('There is no storage');
  });
  const session = openSession({
    address: new URL(address, 'https://feepath.example'),
    loanId: null,
    keyId: null,
    tab: nowhere,
    device: nowhere,
    now: () => 0,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const app = openApp(
    { session, supportPhone: '', language: () => 'en', now: () => new Date('2026-06-01T00:00:00Z') },
    history,
  );
  startApp(app, { session, onOtherLoan: () => {}, onArrival: () => {} });
  await app.router.load();
  return renderToString(<AppView app={app} />);
}

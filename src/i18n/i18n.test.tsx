import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { FormattedMessage } from 'react-intl';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import messages from '../../locales/en/app.json' with { type: 'json' };
import query from '../../locales/en/app.json?namespace=query&messages';

const lists = vi.hoisted(() =>
  [Intl.NumberFormat, Intl.DateTimeFormat].map((format) => vi.spyOn(format, 'supportedLocalesOf')),
);

// The files of one process share their modules, and this one keeps what is shown.
vi.resetModules();
const { loadInitialLanguage, MessagesProvider, useLanguage, useMessages } = await import('./i18n.tsx');
afterAll(() => {
  vi.resetModules();
});

it('does not have the browser list its locales, neither at the start nor for a message with a value', () => {
  const message = (
    <FormattedMessage id="app.support" values={{ phone: '044 1234 5678', email: 'help@school.example' }} />
  );
  expect(renderToString(<MessagesProvider>{message}</MessagesProvider>)).toBe(
    'Questions? Call 044 1234 5678 or write to help@school.example',
  );
  for (const list of lists) expect(list).not.toHaveBeenCalled();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('awaits the messages that a component needs, and asks again for those that do not come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const fetch = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(async () => Response.json(query));
  vi.stubGlobal('fetch', fetch);
  function Alert() {
    useMessages('query');
    return (
      <MessagesProvider>
        <FormattedMessage id="app.query.unanswered" />
      </MessagesProvider>
    );
  }
  const rendering = prerender(<Alert />);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.runAllTimersAsync();
  const { prelude } = await rendering;
  expect(await new Response(prelude).text()).toBe(messages['app.query.unanswered']);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('begins with the messages of the language alone, and asks again for those that do not come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const fetch = vi.fn(async (_: string) => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  await loadInitialLanguage('ta', ['account']);
  expect(fetch.mock.calls.map(([address]) => address.slice(0, 11))).not.toContain('/assets/en-');
  fetch.mockClear();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loading = loadInitialLanguage('en', ['account']);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.runAllTimersAsync();
  await loading;
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('shows the language of the reader once what failed of it has come, unless another one is chosen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  const fetch = vi.fn(async (_: string) => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  const lost = () => fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  let language: ReturnType<typeof useLanguage> | undefined;
  function Language() {
    language = useLanguage();
    return language.language;
  }
  const shown = () => renderToString(<Language />);
  lost();
  await loadInitialLanguage('hi', ['account']);
  expect(shown()).toBe('en');
  // The first of the next attempt is lost as well.
  lost();
  await vi.runAllTimersAsync();
  await vi.waitFor(async () => {
    await vi.runAllTimersAsync();
    expect(shown()).toBe('hi');
  });
  lost();
  await loadInitialLanguage('tl', ['account']);
  expect(shown()).toBe('en');
  await language?.change('hi');
  await vi.runAllTimersAsync();
  expect(shown()).toBe('hi');
});

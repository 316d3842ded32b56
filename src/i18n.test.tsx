import { renderToString } from 'react-dom/server';
import { FormattedMessage } from 'react-intl';
import { expect, it, vi } from 'vitest';
import { MessagesProvider } from './i18n.tsx';

const lists = vi.hoisted(() =>
  [Intl.NumberFormat, Intl.DateTimeFormat].map((format) => vi.spyOn(format, 'supportedLocalesOf')),
);

it('does not have the browser list its locales, neither at the start nor for a message with a value', () => {
  const message = (
    <FormattedMessage id="app.support" values={{ phone: '044 1234 5678', email: 'help@school.example' }} />
  );
  expect(renderToString(<MessagesProvider>{message}</MessagesProvider>)).toBe(
    'Questions? Call 044 1234 5678 or write to help@school.example',
  );
  for (const list of lists) expect(list).not.toHaveBeenCalled();
});

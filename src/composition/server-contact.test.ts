import { expect, it } from 'vitest';
import type { Call } from '../api/call.ts';
import { createServerContact } from './server-contact.ts';

const { signal } = new AbortController();
const answering = (outcome: object): Call => (async () => outcome) as unknown as Call;
const unreachable = answering({ kind: 'unreachable' });
const refused = answering({ kind: 'refused', status: 401, errors: [], code: 'refusal.failed' });

it('a page that came from the server has reached it from the start', () => {
  expect(createServerContact({ isStoredPage: false }).isReached()).toBe(true);
});

it('a stored page has reached the server after its first answer of any kind', async () => {
  const contact = createServerContact({ isStoredPage: true });
  let changes = 0;
  const unsubscribe = contact.subscribe(() => (changes += 1));
  await contact.observe(unreachable)('listMyLoans', {}, { signal });
  expect([contact.isReached(), changes]).toEqual([false, 0]);
  await contact.observe(refused)('listMyLoans', {}, { signal });
  await contact.observe(refused)('listMyLoans', {}, { signal });
  expect([contact.isReached(), changes]).toEqual([true, 1]);
  unsubscribe();
});

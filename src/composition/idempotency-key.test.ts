import { expect, it } from 'vitest';
import { idempotencyKeyFor, removeIdempotencyKey } from './idempotency-key.ts';
import { createBrowserStore } from './browser-store.ts';

it('keeps the form’s key until its content changes or somebody starts anew', () => {
  const tab = createBrowserStore(() => {
    throw new Error('refused');
  });
  const content = { name: 'Meena', phone: '9876543210', email: 'meena@example.com' };
  const key = idempotencyKeyFor(tab, content);
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(idempotencyKeyFor(tab, { ...content })).toBe(key);
  const other = idempotencyKeyFor(tab, { ...content, phone: '9876543211' });
  expect(other).not.toBe(key);
  removeIdempotencyKey(tab);
  expect(idempotencyKeyFor(tab, { ...content, phone: '9876543211' })).not.toBe(other);
});

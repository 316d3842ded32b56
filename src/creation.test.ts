import { expect, it } from 'vitest';
import { creationKey, forgetCreation } from './creation.ts';
import { storeOf } from './stores.ts';

it('keeps the form’s key until its content changes or somebody starts anew', () => {
  const tab = storeOf(() => {
    throw new Error('refused');
  });
  const content = { name: 'Meena', phone: '9876543210', email: 'meena@example.com' };
  const key = creationKey(tab, content);
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(creationKey(tab, { ...content })).toBe(key);
  const other = creationKey(tab, { ...content, phone: '9876543211' });
  expect(other).not.toBe(key);
  forgetCreation(tab);
  expect(creationKey(tab, { ...content, phone: '9876543211' })).not.toBe(other);
});

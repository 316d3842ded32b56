import { expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';

const place = 'documents/loan/bank_statement_3_months/hash';
const purpose = 'document password';
const keyring = createKeyring(['one']);
const encrypted = keyring.encrypt(purpose, place, 'பாடம் 1234');

it('a value is decrypted with its key, at its place, and not once it was changed', () => {
  expect(encrypted).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect(keyring.decrypt(purpose, place, encrypted)).toBe('பாடம் 1234');
  expect(createKeyring(['two']).decrypt(purpose, place, encrypted)).toBeUndefined();
  expect(keyring.decrypt(purpose, `${place}0`, encrypted)).toBeUndefined();
  for (const at of [0, 3, 12, 40, encrypted.length - 2]) {
    const other = encrypted[at] === 'A' ? 'B' : 'A';
    const changed = encrypted.slice(0, at) + other + encrypted.slice(at + 1);
    expect(keyring.decrypt(purpose, place, changed), `changed at ${at}`).toBeUndefined();
  }
  for (const text of ['', 'x', 'v1..', encrypted.slice(0, 30)])
    expect(keyring.decrypt(purpose, place, text)).toBeUndefined();
});

it('the same text twice is not the same value', () => {
  expect(keyring.encrypt(purpose, place, 'x')).not.toBe(keyring.encrypt(purpose, place, 'x'));
  expect(keyring.decrypt(purpose, place, keyring.encrypt(purpose, place, ''))).toBe('');
});

it('the first key encrypts, and every key decrypts', () => {
  const both = createKeyring(['two', 'one', 'two']);
  expect(both.decrypt(purpose, place, encrypted)).toBe('பாடம் 1234');
  const next = both.encrypt(purpose, place, 'x');
  expect(next.startsWith(createKeyring(['two']).currentPrefix)).toBe(true);
  expect(createKeyring(['two']).decrypt(purpose, place, next)).toBe('x');
  expect(keyring.decrypt(purpose, place, next)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { encryptPassword, decryptPassword } from './password-encryption.ts';

const place = 'documents/loan/bank_statement_3_months/hash';

it('a seal opens with its key, for its content, and not once it was changed', () => {
  const encrypted = encryptPassword('key', place, 'பாடம் 1234');
  expect(decryptPassword('key', place, encrypted)).toBe('பாடம் 1234');
  expect(decryptPassword('another key', place, encrypted)).toBeUndefined();
  expect(decryptPassword('key', `${place}0`, encrypted)).toBeUndefined();
  for (const at of [0, 20, encrypted.length - 2]) {
    const other = encrypted[at] === 'A' ? 'B' : 'A';
    expect(
      decryptPassword('key', place, encrypted.slice(0, at) + other + encrypted.slice(at + 1)),
    ).toBeUndefined();
  }
  for (const text of ['', 'x', encrypted.slice(0, 30)])
    expect(decryptPassword('key', place, text)).toBeUndefined();
});

it('the same twice is not the same seal', () => {
  expect(encryptPassword('key', place, 'x')).not.toBe(encryptPassword('key', place, 'x'));
  expect(decryptPassword('key', place, encryptPassword('key', place, ''))).toBe('');
});

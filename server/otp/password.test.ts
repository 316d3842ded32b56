import { scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword, generatePassword } from './password.ts';

it('is six digits, each time others', () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(made.filter((one) => !/^\d{6}$/.test(one))).toEqual([]);
  expect(new Set(made).size).toBeGreaterThan(190);
});

it('is kept so that it can be compared and not read, each time with salt of its own', async () => {
  const [one, two] = [await hashPassword('004212'), await hashPassword('004212')];
  expect(one).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword('004212', one)).toBe(true);
  expect(await verifyPassword('004212', two)).toBe(true);
  for (const other of ['004213', '4212', '', '004212 ']) expect(await verifyPassword(other, one)).toBe(false);
});

it('costs what scrypt takes 16 MiB for, and less where that is said in the hash', async () => {
  const [salt = '', hash] = (await hashPassword('004212')).split('.');
  const expected = scryptSync('004212', Buffer.from(salt, 'base64url'), 32, { N: 16_384, r: 8, p: 1 });
  expect(hash).toBe(expected.toString('base64url'));
  const cheap = await hashPassword('004212', 1);
  expect(cheap).toMatch(/^[\w-]{22}\.[\w-]{43}\.1$/);
  expect(await verifyPassword('004212', cheap)).toBe(true);
  expect(await verifyPassword('004213', cheap)).toBe(false);
});

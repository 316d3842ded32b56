import { expect, it } from 'vitest';
import { hashPassword, verifyPassword, generatePassword } from './password.ts';

it('is six digits, each time others', () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(made.filter((one) => !/^\d{6}$/.test(one))).toEqual([]);
  expect(new Set(made).size).toBeGreaterThan(190);
});

it('is kept so that it can be compared and not read, each time with salt of its own', async () => {
  const [one, two] = [await hashPassword('004212'), await hashPassword('004212')];
  expect(one).not.toBe(two);
  expect(await verifyPassword('004212', one)).toBe(true);
  expect(await verifyPassword('004212', two)).toBe(true);
  for (const other of ['004213', '4212', '', '004212 ']) expect(await verifyPassword(other, one)).toBe(false);
});

import { expect, it } from 'vitest';
import { hashPassword, isPassword, makePassword } from './password.ts';

it('is six digits, each time others', () => {
  const made = Array.from({ length: 200 }, makePassword);
  expect(made.filter((one) => !/^\d{6}$/.test(one))).toEqual([]);
  expect(new Set(made).size).toBeGreaterThan(190);
});

it('is kept so that it can be compared and not read, each time with salt of its own', async () => {
  const [one, two] = [await hashPassword('004212'), await hashPassword('004212')];
  expect(one).not.toBe(two);
  expect(await isPassword('004212', one)).toBe(true);
  expect(await isPassword('004212', two)).toBe(true);
  for (const other of ['004213', '4212', '', '004212 ']) expect(await isPassword(other, one)).toBe(false);
});

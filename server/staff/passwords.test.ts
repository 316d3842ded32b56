import { expect, it } from 'vitest';
import { hashPassword, unusablePasswordHash, verifyPassword } from './passwords.ts';
import { generateRecoveryCodes } from './second-factor.ts';

it('a password is stored as argon2id with its own salt', async () => {
  const [one, two] = await Promise.all([hashPassword('kolam 12'), hashPassword('kolam 12')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(two).not.toBe(one);
  expect(await verifyPassword('kolam 12', one)).toBe(true);
  expect(await verifyPassword('kolam 12 ', one)).toBe(false);
});

it('a password matches in composed and decomposed form', async () => {
  expect(await verifyPassword('caf\u0065\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

it('the check for an unknown account fails after similar work', async () => {
  const hash = await hashPassword('kolam 12');
  const time = async (hash: string | undefined) => {
    const start = performance.now();
    expect(await verifyPassword('kolam 13', hash)).toBe(false);
    return performance.now() - start;
  };
  const fastest = async (hash: string | undefined) =>
    Math.min(await time(hash), await time(hash), await time(hash));
  // Skipping the computation would take a thousandth of the time.
  expect(await fastest(undefined)).toBeGreaterThan((await fastest(hash)) / 10);
});

it('hashing does not block the event loop', async () => {
  await hashPassword('kolam 12');
  let areHashed = false;
  const hashing = Promise.all(Array.from({ length: 8 }, () => hashPassword('kolam 12'))).then(() => {
    areHashed = true;
  });
  await new Promise(setImmediate);
  expect(areHashed).toBe(false);
  await hashing;
});

it('the unusable hash has the usual form and matches no password', async () => {
  expect((await hashPassword('x')).length).toBe(unusablePasswordHash.length);
  for (const password of ['', 'x', unusablePasswordHash]) {
    expect(await verifyPassword(password, unusablePasswordHash)).toBe(false);
  }
});

it('recovery codes are ten different codes of readable characters', () => {
  const codes = [...generateRecoveryCodes(), ...generateRecoveryCodes()];
  expect(new Set(codes).size).toBe(20);
  for (const code of codes) expect(code).toMatch(/^([a-hj-km-np-z2-9]{5}-){3}[a-hj-km-np-z2-9]{5}$/);
});

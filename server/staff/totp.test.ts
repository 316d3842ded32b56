import { expect, it } from 'vitest';
import { generateTotpSecret, matchTotp } from './totp.ts';

/** RFC 6238's secret, '12345678901234567890'. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('accepts the code of RFC 6238, appendix B, after %i seconds', (seconds, code) => {
  expect(matchTotp(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

it('accepts a code in the digits of another script', () => {
  expect(matchTotp(secret, '೦೮೧೮೦೪', at(1111111109))).toBe(37037036);
});

it('accepts the codes of the current, previous and next step and returns the step', () => {
  const steps = [-60, -30, 0, 30, 60].map((late) => matchTotp(secret, '081804', at(1111111109 + late)));
  expect(steps).toEqual([undefined, 37037036, 37037036, 37037036, undefined]);
  for (const wrong of ['287083', '28708', '2870821', '', '२८७०८३', '28708é']) {
    expect(matchTotp(secret, wrong, at(59))).toBeUndefined();
  }
});

it('generates a different secret of 160 bits each time', () => {
  expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(generateTotpSecret()).not.toBe(generateTotpSecret());
});

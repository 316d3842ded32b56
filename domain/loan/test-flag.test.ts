import { expect, it } from 'vitest';
import { isTestFlag } from './test-flag.ts';

it('a loan is a test where the flag is present and is neither 0 nor false', () => {
  for (const text of ['1', 'true', 'TRUE', 'yes', '', 'x']) expect(isTestFlag(text)).toBe(true);
  for (const text of ['0', 'false', 'False', ' 0', null, undefined]) expect(isTestFlag(text)).toBe(false);
});

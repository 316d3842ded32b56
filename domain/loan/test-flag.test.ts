import { expect, it } from 'vitest';
import { isTestFlag } from './test-flag.ts';

it('is a test wherever the flag is there and does not say otherwise', () => {
  for (const text of ['1', 'true', 'TRUE', 'yes', '', 'x']) expect(isTestFlag(text)).toBe(true);
  for (const text of ['0', 'false', 'False', ' 0', null, undefined]) expect(isTestFlag(text)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { splitName } from './push-request.ts';

describe('first and last name (decision 36)', () => {
  it.each([
    ['Meena', 'Meena', ''],
    ['Meena Kumari', 'Meena', 'Kumari'],
    ['  Meena  Devi   Kumari ', 'Meena Devi', 'Kumari'],
  ])('%s', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});

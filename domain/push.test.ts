import { describe, expect, it } from 'vitest';
import { namesOf } from './push.ts';

describe('first and last name (decision 36)', () => {
  it.each([
    ['Meena', 'Meena', ''],
    ['Meena Kumari', 'Meena', 'Kumari'],
    ['  Meena  Devi   Kumari ', 'Meena Devi', 'Kumari'],
  ])('%s', (name, firstName, lastName) => {
    expect(namesOf(name)).toEqual({ firstName, lastName });
  });
});

import { expect, it } from 'vitest';
import { countInstalments } from './count-instalments.ts';

it('an advance payment counts as the instalments that it has in it, once it is paid', () => {
  const billed = [
    { kind: 'instalment', number: 3, state: 'paid' },
    { kind: 'instalment', number: 4, state: 'unpaid' },
  ] as const;
  const advance = { kind: 'up_front', number: 0 } as const;
  expect(countInstalments([{ ...advance, state: 'paid' }, ...billed])).toEqual({ paid: 3, count: 4 });
  expect(countInstalments([{ ...advance, state: 'unpaid' }, ...billed])).toEqual({ paid: 1, count: 4 });
});

import { expect, it } from 'vitest';
import { countInstalments, yearsOf } from './schedule-columns.ts';

it('the years are those of the due dates, in their order', () => {
  const due = (day: string) => ({ due_on: day });
  expect(yearsOf([due('2027-11-05'), due('2027-12-05'), due('2028-01-05')])).toEqual([
    { year: '2027', count: 2 },
    { year: '2028', count: 1 },
  ]);
});

it('an advance payment counts as the instalments that it has in it, once it is paid', () => {
  const billed = [
    { kind: 'instalment', number: 3, state: 'paid' },
    { kind: 'instalment', number: 4, state: 'unpaid' },
  ] as const;
  const advance = { kind: 'up_front', number: 0 } as const;
  expect(countInstalments([{ ...advance, state: 'paid' }, ...billed])).toEqual({ paid: 3, count: 4 });
  expect(countInstalments([{ ...advance, state: 'unpaid' }, ...billed])).toEqual({ paid: 1, count: 4 });
});

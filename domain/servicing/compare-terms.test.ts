import { describe, expect, it } from 'vitest';
import { compareTerms, type StatedRow } from './compare-terms.ts';
import { scheduleOf } from './schedule.ts';
import { someLoanTerms } from './testing.ts';

const terms = someLoanTerms();
const stated: StatedRow[] = scheduleOf(terms);
const withRow = (index: number, changes: Partial<StatedRow>) =>
  stated.map((row, at) => (at === index ? { ...row, ...changes } : row));

describe("a lender's figures", () => {
  it.each(['24.1533', '24.15', '24.16', '24.1633', '24.1433'])('agree with ours at an APR of %s', (apr) => {
    expect(compareTerms({ ...terms, apr })).toEqual([]);
  });

  it.each(['24.1634', '24.1432', '24', '21'])('differ from ours at an APR of %s', (apr) => {
    expect(compareTerms({ ...terms, apr })).toEqual([{ member: 'apr', ours: '24.1533', stated: apr }]);
  });

  it('differ by one paisa of the instalment', () => {
    expect(compareTerms({ ...terms, instalment: 241_514 })).toEqual([
      { member: 'instalment', ours: '241513', stated: '241514' },
    ]);
  });

  it('differ by one paisa, one day or one row of the schedule', () => {
    expect(compareTerms(terms, stated)).toEqual([]);
    expect(compareTerms(terms, withRow(2, { interest: (stated[2]?.interest ?? 0) + 1 }))).toEqual([
      expect.objectContaining({ member: 'schedule.3.interest' }),
    ]);
    expect(compareTerms(terms, withRow(0, { dueOn: '2026-07-06' }))).toEqual([
      { member: 'schedule.1.dueOn', ours: '2026-07-05', stated: '2026-07-06' },
    ]);
    const missing = compareTerms(terms, stated.slice(0, -1));
    expect(missing[0]).toEqual({ member: 'schedule.length', ours: '24', stated: '23' });
    expect(missing).toContainEqual({ member: 'schedule.24.number', ours: '24', stated: '' });
  });
});

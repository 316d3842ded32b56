import { describe, expect, it } from 'vitest';
import { carriedIn, withChecked } from './carried-answers.ts';

const carried = { from: '2025-11-20', unchecked: ['person', 'bank'] };
const body = { personal_details: { pan: 'ABCDE1234F' }, carried };

describe('the mark of carried answers', () => {
  it.each([null, {}, { carried: null }, { carried: { from: 1, unchecked: [] } }, { carried: { from: 'x' } }])(
    'is absent in %j',
    (other) => expect(carriedIn(other)).toBeNull(),
  );

  it('no longer lists a section once it is checked', () => {
    expect(carriedIn(withChecked(body, 'person'))).toEqual({ ...carried, unchecked: ['bank'] });
    expect(withChecked(body, 'other')).toEqual(body);
    expect(withChecked({ a: 1 }, 'person')).toEqual({ a: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { matching } from './matching.ts';

const labels = ['State Bank of India', 'Bank of India', 'Bank of Baroda (BOB)', 'அரசுப் பள்ளி', 'ICICI'];
const items = labels.map((label) => ({ label }));
const found = (typed: string) => matching(items, typed).map(({ label }) => label);

describe('filtering a list by typing', () => {
  it('takes the beginnings of words in any order and any case', () => {
    expect(found('ind ba')).toEqual(['State Bank of India', 'Bank of India']);
  });

  it('does not look inside of words', () => {
    expect(found('aroda')).toEqual([]);
  });

  it('reads words in brackets', () => {
    expect(found('bob')).toEqual(['Bank of Baroda (BOB)']);
  });

  it('reads other scripts', () => {
    expect(found('பள்')).toEqual(['அரசுப் பள்ளி']);
  });

  it('shows everything while nothing is typed', () => {
    expect(found(' ')).toEqual(labels);
  });
});

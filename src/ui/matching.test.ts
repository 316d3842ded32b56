import { describe, expect, it } from 'vitest';
import { optionForText, filterByText, optionsFor } from './matching.ts';

const labels = ['State Bank of India', 'Bank of India', 'Bank of Baroda (BOB)', 'அரசுப் பள்ளி', 'ICICI'];
const items = labels.map((label) => ({ label }));
const found = (typed: string) => filterByText(items, typed).map(({ label }) => label);

describe('filtering a list by typing', () => {
  it('matches the beginnings of words in any order and case', () => {
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

  it('finds an item by its other name as well', () => {
    const places = [
      { label: 'தமிழ்நாடு', otherName: 'Tamil Nadu' },
      { label: 'கேரளா', otherName: 'Kerala' },
    ];
    for (const typed of ['nadu', 'தமி']) expect(filterByText(places, typed)).toEqual([places[0]]);
  });

  it('finds text typed without joiners and dots', () => {
    const places = [{ label: 'మహబూబ్\u200cనగర్' }, { label: 'मुज़फ़्फ़रपुर' }];
    expect(filterByText(places, 'మహబూబ్నగర్')).toEqual([places[0]]);
    expect(filterByText(places, 'मुजफ्फरपुर')).toEqual([places[1]]);
  });

  it('shows everything while nothing is typed', () => {
    expect(found(' ')).toEqual(labels);
  });
});

const cities = ['Chennai', 'Coimbatore', 'Madurai'];
const optionOf = (label: string) => ({ value: label, label });

describe('the options for a typed text', () => {
  const offered = (typed: string, own = true, names = cities) =>
    optionsFor(names.map(optionOf), typed, own).map((option) => option.label);

  it('are the whole list before anything is typed', () => {
    expect(offered('')).toEqual(cities);
  });

  it('are the matches, then the text itself', () => {
    expect(offered('c')).toEqual(['Chennai', 'Coimbatore', 'c']);
    expect(offered(' Hosur ')).toEqual(['Hosur']);
  });

  it('contain no option twice', () => {
    expect(offered('madurai')).toEqual(['Madurai']);
  });

  it('contain only listed values where no other is allowed', () => {
    expect(offered('Hosur', false)).toEqual([]);
  });

  it('are the text alone where the list is empty', () => {
    expect(offered('Kerala', true, [])).toEqual(['Kerala']);
  });
});

describe('leaving the box', () => {
  const chosen = (text: string, own: boolean, items = cities.map(optionOf)) =>
    optionForText(items, text, own, optionOf('Chennai'))?.label ?? null;

  it('chooses the option that equals the text in any case', () => {
    expect(chosen(' madurai ', false)).toBe('Madurai');
  });

  it('chooses an option by its other name', () => {
    const salem = { value: 'Salem', label: 'சேலம்', otherName: 'Salem' };
    expect(chosen('salem', true, [salem])).toBe('சேலம்');
  });

  it('chooses the text itself where other values are allowed', () => {
    expect(chosen('Mad', true)).toBe('Mad');
  });

  it('restores the last choice where only listed values are allowed', () => {
    expect(chosen('Mad', false)).toBe('Chennai');
  });

  it('does not choose a disabled option', () => {
    expect(chosen('Salem', false, [{ ...optionOf('Salem'), disabled: true } as never])).toBe('Chennai');
  });

  it('clears the choice where the text is empty', () => {
    expect(chosen(' ', true)).toBeNull();
  });
});

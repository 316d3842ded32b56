import { describe, expect, it } from 'vitest';
import { optionForText, filterByText, optionsFor } from './matching.ts';

const labels = ['State Bank of India', 'Bank of India', 'Bank of Baroda (BOB)', 'அரசுப் பள்ளி', 'ICICI'];
const items = labels.map((label) => ({ label }));
const found = (typed: string) => filterByText(items, typed).map(({ label }) => label);

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

  it('finds an item by its other name as well', () => {
    const places = [
      { label: 'தமிழ்நாடு', otherName: 'Tamil Nadu' },
      { label: 'கேரளா', otherName: 'Kerala' },
    ];
    for (const typed of ['nadu', 'தமி']) expect(filterByText(places, typed)).toEqual([places[0]]);
  });

  it('finds what a keyboard writes without joiners and dots', () => {
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

describe('what a list offers for a typed text', () => {
  const offered = (typed: string, own = true, names = cities) =>
    optionsFor(names.map(optionOf), typed, own).map((option) => option.label);

  it('is all of it before anything is typed', () => {
    expect(offered('')).toEqual(cities);
  });

  it('is what matches, then the text itself', () => {
    expect(offered('c')).toEqual(['Chennai', 'Coimbatore', 'c']);
    expect(offered(' Hosur ')).toEqual(['Hosur']);
  });

  it('names nothing twice', () => {
    expect(offered('madurai')).toEqual(['Madurai']);
  });

  it('keeps to the list where only the list counts', () => {
    expect(offered('Hosur', false)).toEqual([]);
  });

  it('is the text alone where no list could be had', () => {
    expect(offered('Kerala', true, [])).toEqual(['Kerala']);
  });
});

describe('leaving the box', () => {
  const chosen = (text: string, own: boolean, items = cities.map(optionOf)) =>
    optionForText(items, text, own, optionOf('Chennai'))?.label ?? null;

  it('chooses what the text says exactly, whatever its case', () => {
    expect(chosen(' madurai ', false)).toBe('Madurai');
  });

  it('chooses an option by its other name', () => {
    const salem = { value: 'Salem', label: 'சேலம்', otherName: 'Salem' };
    expect(chosen('salem', true, [salem])).toBe('சேலம்');
  });

  it('chooses the text itself where it may be one of its own', () => {
    expect(chosen('Mad', true)).toBe('Mad');
  });

  it('brings back what was chosen where only the list counts', () => {
    expect(chosen('Mad', false)).toBe('Chennai');
  });

  it('does not choose what cannot be chosen', () => {
    expect(chosen('Salem', false, [{ ...optionOf('Salem'), disabled: true } as never])).toBe('Chennai');
  });

  it('chooses nothing where nothing is left', () => {
    expect(chosen(' ', true)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { optionsFor } from './masters.ts';

const cities = ['Chennai', 'Coimbatore', 'Madurai'];
const labels = (typed: string, own = true, names = cities) =>
  optionsFor(names, typed, own).map((option) => option.label);

describe('what a list offers for a typed text', () => {
  it('is all of it before anything is typed', () => {
    expect(labels('')).toEqual(cities);
  });

  it('is what matches, then the text itself', () => {
    expect(labels('c')).toEqual(['Chennai', 'Coimbatore', 'c']);
    expect(labels(' Hosur ')).toEqual(['Hosur']);
  });

  it('names nothing twice', () => {
    expect(labels('madurai')).toEqual(['Madurai']);
  });

  it('keeps to the list where only the list counts', () => {
    expect(labels('Hosur', false)).toEqual([]);
  });

  it('is the text alone where no list could be had', () => {
    expect(labels('Kerala', true, [])).toEqual(['Kerala']);
  });
});

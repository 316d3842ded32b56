import { expect, it } from 'vitest';
import { familyNameSuggestions } from './family-name.ts';

it.each([
  ['', ['Meena Raman'], []],
  ['K', ['Meena Raman'], []],
  ['Kavin', ['Meena Raman'], ['Kavin Raman']],
  ['Kavin ', ['Meena Raman'], ['Kavin Raman']],
  ['Kavin ra', ['Meena Raman'], ['Kavin Raman']],
  ['Kavin Raman', ['Meena Raman'], []],
  ['Kavin Kumar', ['Meena Raman'], []],
  ['Kavin S R', ['Meena Raman'], []],
  ['Yazhini', ['Kavin Pillai', 'Meena Raman', 'Anu Raman'], ['Yazhini Pillai', 'Yazhini Raman']],
  ['மாறன்', ['செல்வி முருகன்'], ['மாறன் முருகன்']],
  ['Kavin', ['Meena', ''], []],
])('typing %j with the known names %j suggests %j', (typed, known, suggestions) => {
  expect(familyNameSuggestions(typed, known)).toEqual(suggestions);
});

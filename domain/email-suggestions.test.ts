import { expect, it } from 'vitest';
import { emailSuggestions } from './email-suggestions.ts';

it.each([
  ['', []],
  ['me', []],
  ['meena.raman', ['meena.raman@gmail.com', 'meena.raman@yahoo.com', 'meena.raman@outlook.com']],
  ['meena@', ['meena@gmail.com', 'meena@yahoo.com', 'meena@outlook.com']],
  ['meena@Re', ['meena@rediffmail.com']],
  ['meena@gmail.com', []],
  ['meena@example.org', []],
  ['meena raman', []],
  ['meena@x@g', []],
])('%j may go on as %j', (typed, suggestions) => {
  expect(emailSuggestions(typed)).toEqual(suggestions);
});

import { expect, it } from 'vitest';
import { emailSuggestions, intendedDomain } from './email-suggestions.ts';

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
])('typing %j suggests %j', (typed, suggestions) => {
  expect(emailSuggestions(typed)).toEqual(suggestions);
});

it.each([
  ['lakshmi@gmial.com', 'gmail.com'],
  ['lakshmi@gmail.con', 'gmail.com'],
  ['lakshmi@GMAIL.CO', 'gmail.com'],
  ['lakshmi@gmaill.com ', 'gmail.com'],
  ['lakshmi@yaho.com', 'yahoo.com'],
  ['lakshmi@hotmial.com', 'hotmail.com'],
  ['lakshmi@gmail.com', undefined],
  ['lakshmi@ymail.com', undefined],
  ['lakshmi@school.example', undefined],
  ['lakshmi', undefined],
])('the intended domain of %j is %s', (typed, domain) => {
  expect(intendedDomain(typed)).toBe(domain);
});

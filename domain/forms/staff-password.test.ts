import { expect, it } from 'vitest';
import { newPasswordIssue } from './staff-password.ts';

const email = 'latha.raman@feepath.example';

it.each([
  'four plain words together',
  'kolam-74-mango',
  'ஒரு நீண்ட கடவுச்சொல் இது',
  'latha likes mangoes',
  '583920174466',
])('accepts %s', (password) => expect(newPasswordIssue(password, email)).toBeUndefined());

it.each([
  ['', 'review.password.new.short'],
  ['eleven char', 'review.password.new.short'],
  // Eleven characters, some of which are two units long.
  ['😀😀😀😀😀😀😀😀😀😀a', 'review.password.new.short'],
  ['Password@1234', 'review.password.new.common'],
  ['P@ssw0rd!2026', 'review.password.new.common'],
  ['123456789012', 'review.password.new.common'],
  ['abcdefghijkl', 'review.password.new.common'],
  ['lkjhgfdsapoiu', 'review.password.new.common'],
  ['aaaaaaaaaaaa', 'review.password.new.common'],
  ['chairchairchair', 'review.password.new.common'],
  ['            ', 'review.password.new.common'],
  ['Latha.Raman-2026', 'review.password.new.containsEmail'],
  ['my latha.raman@feepath.example', 'review.password.new.containsEmail'],
])('refuses %j: %s', (password, issue) => expect(newPasswordIssue(password, email)).toBe(issue));

it('accepts a password whose words contain a short email name', () => {
  expect(newPasswordIssue('anthill and riverbank', 'an@feepath.example')).toBeUndefined();
});

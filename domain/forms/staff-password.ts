/**
 * The rules for a password that staff choose (NIST SP 800-63B): long, not a common one, and not derived from the
 * person's mail address. There are no rules about its characters.
 */
import { limits } from '../values/limits.ts';

/** The letters of common passwords, without the digits and signs around them. */
const commonWords = new Set(
  `abc abcd admin administrator asdf asdfgh bangalore bharat changeme chennai college company computer cricket default
  delhi dragon feepath football ganesh google guest hello helloworld iloveyou india internet jaihind jaishreeram
  jaishriram krishna letmein login manager master mobile monkey mother mumbai office passw passwd password passwort
  passwrd princess pssword psswrd qaz qazwsx qazwsxedc qwe qwer qwert qwerty qwertyuiop reviewer root sachin sairam
  school secret security shadow sunshine superman support system temp temporary test testing user username welcome
  zaqwsx zxcv zxcvbn zxcvbnm`.split(/\s+/),
);

/** Rows of keyboards and the order of letters and digits, forwards and backwards. */
const sequences = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
].flatMap((row) => [row, [...row].reverse().join('')]);

/** A part of an address that is shorter is in many words. */
const shortestNamePart = 4;

const isCommon = (lowered: string): boolean => {
  const characters = lowered.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  const letters = characters.replace(/\p{N}/gu, '');
  return (
    commonWords.has(letters) ||
    // Signs alone are one sign again and again, or as good as that.
    characters === '' ||
    /^(.+?)\1+$/u.test(characters) ||
    sequences.some((sequence) => sequence.includes(characters))
  );
};

const containsAddress = (lowered: string, email: string): boolean => {
  const [name = ''] = email.split('@');
  return lowered.includes(email) || (name.length >= shortestNamePart && lowered.includes(name));
};

/**
 * @param email the own address, in small letters
 * @returns the message id of the rule that the password breaks; undefined where it may be chosen
 */
export function newPasswordIssue(
  password: string,
  email: string,
):
  | 'review.password.new.short'
  | 'review.password.new.common'
  | 'review.password.new.containsEmail'
  | undefined {
  const normal = password.normalize('NFKC');
  const lowered = normal.toLowerCase();
  if ([...normal].length < limits.staffPasswordMinLength) return 'review.password.new.short';
  if (containsAddress(lowered, email)) return 'review.password.new.containsEmail';
  return isCommon(lowered) ? 'review.password.new.common' : undefined;
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysLeft, grievanceNumber, grievanceNumberDigits, parseGrievanceNumber } from './grievance.ts';

const drawn = fc.stringMatching(new RegExp(`^\\d{${grievanceNumberDigits}}$`));

it('writes a number with its Luhn digit, in two groups', () => {
  expect(['799273987', '483920117', '000000018'].map(grievanceNumber)).toEqual([
    'G-79927-39875',
    'G-48392-01177',
    'G-00000-00182',
  ]);
});

it('reads a number however it is typed', () => {
  for (const typed of ['G-48392-01177', 'g 48392 01177', '4839201177', ' 48392-01177 ', '௪௮௩௯௨-௦௧௧௭௭'])
    expect(parseGrievanceNumber(typed)).toBe('G-48392-01177');
  for (const typed of ['', 'G-', '48392 0117', '483920 11770', 'H-48392-01177', 'Meena'])
    expect(parseGrievanceNumber(typed)).toBeNull();
});

it('refuses a number with one wrong digit', () => {
  fc.assert(
    fc.property(drawn, fc.nat(grievanceNumberDigits), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
      const number = grievanceNumber(text);
      const typed = [...number.replaceAll(/\D/g, '')];
      expect(parseGrievanceNumber(typed.join(''))).toBe(number);
      typed[at] = String((Number(typed[at]) + by) % 10);
      expect(parseGrievanceNumber(typed.join(''))).toBeNull();
    }),
  );
});

it('counts the days left, with a negative number after the last day', () => {
  const answerBy = '2026-12-23';
  expect(['2026-11-23', '2026-12-23', '2026-12-24'].map((today) => daysLeft(answerBy, today))).toEqual([
    30, 0, -1,
  ]);
});

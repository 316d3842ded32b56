import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  academicYearLabel,
  academicYears,
  applicantDobPicker,
  currentAcademicYear,
  daysBetween,
  employedSincePicker,
  isDate,
  isStudentAge,
  mondayOf,
  monthsBefore,
  studentDobPicker,
  todayInIndia,
  wholeYears,
  workingDaysAfter,
} from './dates.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('dates', () => {
  it('counts days over the ends of months, and finds the Monday of a week', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(['2026-07-20', '2026-07-22', '2026-07-26'].map(mondayOf)).toEqual(Array(3).fill('2026-07-20'));
    expect(mondayOf('2026-07-27')).toBe('2026-07-27');
  });

  it('counts days from one date to another', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysBetween('2026-01-01', '2025-12-31')).toBe(-1);
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    );
  });

  it('leaves out weekends among working days', () => {
    const friday = '2026-11-20';
    expect([0, 1, 5, 6].map((days) => workingDaysAfter(friday, days))).toEqual([
      friday,
      '2026-11-23',
      '2026-11-27',
      '2026-11-30',
    ]);
  });

  it('begins a new day at midnight in India', () => {
    expect(todayInIndia(new Date('2026-03-31T18:29:59Z'))).toBe('2026-03-31');
    expect(todayInIndia(new Date('2026-03-31T18:30:00Z'))).toBe('2026-04-01');
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '0026-01-01',
    '2026-04-31',
    '',
    '2026-01-01T00:00',
  ])('refuses %j as a date', (text) => expect(isDate(text)).toBe(false));

  it('accepts every existing day', () => {
    expect(isDate('2024-02-29')).toBe(true);
    fc.assert(fc.property(day, (date) => isDate(date)));
  });

  it('counts completed years', () => {
    expect(wholeYears('2020-06-15', '2026-06-14')).toBe(5);
    expect(wholeYears('2020-06-15', '2026-06-15')).toBe(6);
    expect(wholeYears('2026-06-15', '2020-06-15')).toBe(0);
    expect(wholeYears('2020-02-29', '2021-02-28')).toBe(0);
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 80 }), (to, years) => {
        const from = monthsBefore(to, years * 12);
        expect(wholeYears(from, to)).toBe(years);
      }),
    );
  });

  it('goes months back to an existing day', () => {
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
    expect(monthsBefore('2026-01-31', 702)).toBe('1967-07-31');
    expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15');
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (date, months) => {
        const before = monthsBefore(date, months);
        expect(isDate(before)).toBe(true);
        expect(before <= date).toBe(true);
      }),
    );
  });

  it('offers the last, the current and the next calendar year', () => {
    expect(academicYears('2026-11-20')).toEqual(['2025', '2026', '2027']);
    expect(currentAcademicYear('2026-11-20')).toBe('2026');
    expect(academicYearLabel('2026')).toEqual({ code: '2026', end: '27' });
    expect(academicYearLabel('2099').end).toBe('00');
  });

  it('accepts a birth date from 58 years and 6 months ago to today', () => {
    const today = '2026-11-20';
    expect(isStudentAge('2026-11-20', today)).toBe(true);
    expect(isStudentAge('2026-11-21', today)).toBe(false);
    expect(isStudentAge('1968-05-20', today)).toBe(true);
    expect(isStudentAge('1968-05-19', today)).toBe(false);
  });

  it('limits the range of each date picker', () => {
    const today = '2026-11-20';
    expect(studentDobPicker(today)).toEqual({ min: '1990-01-01', max: '2026-05-20' });
    expect(applicantDobPicker(today)).toEqual({ min: '1950-01-01', max: '2005-12-31' });
    expect(applicantDobPicker('2024-11-20').max).toBe('2004-11-20');
    expect(employedSincePicker(today)).toEqual({ max: today });
  });
});

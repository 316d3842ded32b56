import { describe, expect, it } from 'vitest';
import { addressOf, placeAt, places, stepperSteps, steps } from './steps.ts';

describe('places and addresses', () => {
  it.each([
    ['/', 'create', null],
    ['/loan/A', 'students', 'A'],
    ['/loan/A/student', 'students', 'A'],
    ['/loan/A/applications/', 'applicant', 'A'],
    ['/loan/A%20B/success', 'success', 'A B'],
  ] as const)('%s is %s of %s', (path, place, loanId) => {
    expect(placeAt(path)).toEqual({ place, loanId });
  });

  it.each(['/loan', '/loan//student', '/loan/A/nowhere', '/loan/A/student/more', '/app'])(
    '%s is none',
    (path) => {
      expect(placeAt(path)).toBeNull();
    },
  );

  it('writes what it reads', () => {
    expect(placeAt(addressOf('applicant', 'ä/1'))).toEqual({ place: 'applicant', loanId: 'ä/1' });
  });

  it.each(places)('%s has an address of its own, which leads back to it', (place) => {
    const loanId = place === 'create' ? null : 'A';
    expect(placeAt(addressOf(place, loanId))).toEqual({ place, loanId });
  });

  it.each(stepperSteps)('the stepper leads to %s from some place', (step) => {
    expect(places.some((place) => steps[place].stepperStep === step)).toBe(true);
  });
});

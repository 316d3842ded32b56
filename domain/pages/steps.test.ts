import { describe, expect, it } from 'vitest';
import { addressOf, consumerBase, placeAt, places, stepperSteps, steps } from './steps.ts';

describe('places and addresses', () => {
  it.each([
    ['/', 'create', null],
    ['/loan/A', 'students', 'A'],
    ['/loan/A/student', 'students', 'A'],
    ['/loan/A/applications/', 'applicant', 'A'],
    ['/loan/A%20B/success', 'success', 'A B'],
  ] as const)('the address %s leads to %s of loan %s', (path, place, loanId) => {
    expect(placeAt(path)).toEqual({ place, loanId });
  });

  it.each(['/loan', '/loan//student', '/loan/A/nowhere', '/loan/A/student/more', '/app'])(
    'the address %s leads to no place',
    (path) => {
      expect(placeAt(path)).toBeNull();
    },
  );

  it('an address that is written is read as the same place and loan', () => {
    expect(placeAt(addressOf('applicant', 'ä/1'))).toEqual({ place: 'applicant', loanId: 'ä/1' });
  });

  it.each(places)('%s has an address that leads back to it', (place) => {
    const loanId = place === 'create' ? null : 'A';
    expect(placeAt(addressOf(place, loanId))).toEqual({ place, loanId });
  });

  it.each(places)('%s has the same address in the consumer app, below its base', (place) => {
    const loanId = place === 'create' ? null : 'A';
    const address = addressOf(place, loanId, consumerBase);
    expect(address).toBe(place === 'create' ? '/app' : `/app${addressOf(place, loanId)}`);
    expect(placeAt(address, consumerBase)).toEqual({ place, loanId });
    expect(placeAt(address)).toBeNull();
  });

  it.each(['/loan/A/student', '/apple', '/apple/loan/A/student', '/app/faq', '/app/loan/A/documents'])(
    'the address %s leads to no place of the consumer app',
    (path) => {
      expect(placeAt(path, consumerBase)).toBeNull();
    },
  );

  it.each(stepperSteps)('the step %s of the stepper belongs to some place', (step) => {
    expect(places.some((place) => steps[place].stepperStep === step)).toBe(true);
  });
});

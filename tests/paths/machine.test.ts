/** Every transition of the wizard, walked by the machine alone, and a few journeys whose ends are written by hand. */
import { describe, expect, test } from 'vitest';
import { fieldAccess, lockOf } from '../../domain/access.ts';
import type { Loan } from '../../domain/wire.ts';
import { placeOf } from '../../machines/wizard.ts';
import { walkOnMachine } from './machine-driver.ts';
import { journey, transitionName, transitions, type Walk, walks } from './model.ts';

const paths = walks();

const told = (walk: Walk) => [walk.start, ...walk.steps.map(({ happening }) => happening.words)].join(' → ');

const endOf = async (...words: [string, ...string[]]) => {
  const { seen } = await walkOnMachine(journey(...words));
  const end = seen.at(-1);
  if (!end) throw new Error('A journey has an end');
  return end;
};

describe('every path of the wizard', () => {
  const taken = new Set<string>();

  test('ends where the statechart says', async () => {
    for (const walk of paths) {
      const walked = await walkOnMachine(walk);
      for (const name of walked.taken) taken.add(name);
      walk.steps.forEach(({ expected }, at) => {
        expect(walked.seen[at]?.value, told(walk)).toEqual(expected?.value);
      });
      for (const snapshot of walked.seen) {
        expect(snapshot.matches({ query: roundOf(snapshot.context.loan) }), told(walk)).toBe(true);
      }
    }
  });

  test('together they take every transition', () => {
    const all = transitions().map(transitionName);
    const missing = all.filter((name) => !taken.has(name));
    console.log(
      `paths: ${all.length} transitions, ${all.length - missing.length} walked by the machine driver in ${paths.length} paths, ${missing.length} not walked`,
    );
    const inQueryMode = all.filter((name) => name.startsWith('wizard.query'));
    const queried = paths.filter(({ steps }) =>
      steps.some(({ expected }) => expected?.matches({ query: 'queried' })),
    );
    console.log(
      `paths in query mode: ${inQueryMode.length} transitions of its region, ${inQueryMode.filter((name) => taken.has(name)).length} walked; ${queried.length} paths through open queries`,
    );
    expect(missing).toEqual([]);
    expect(paths.length).toBeGreaterThan(100);
    expect(inQueryMode.length).toBeGreaterThan(5);
  });
});

const created = [
  'create.submitted',
  'checkEmail answers: the address is good',
  'createLoan answers: created',
] as const;
const atStudents = [...created, 'readLoan answers: a new loan'] as const;

describe('journeys whose ends are written by hand', () => {
  test('without a key there is nothing but the missing key', async () => {
    const end = await endOf('no key', 'xstate.route to create');
    expect(end.value).toEqual({ flow: 'keyMissing', query: 'open' });
  });

  test('a refused address leads back to the form that still knows the person', async () => {
    const end = await endOf(
      'the create form',
      'create.submitted',
      'checkEmail answers: the address is bad',
      'alert.dismissed',
    );
    expect(end.value).toEqual({ flow: { create: 'filling' }, query: 'open' });
    expect(end.context.person?.name).toBe('Meena Raman');
  });

  test('a new loan opens at its students', async () => {
    const end = await endOf('the create form', ...atStudents);
    expect(end.value).toMatchObject({ flow: { students: 'editing' } });
    expect(placeOf(end)).toBe('students');
  });

  test('a deep link to the applicant waits until students are saved', async () => {
    const early = await endOf('a link to the applicant', 'readLoan answers: a new loan');
    expect(placeOf(early)).toBe('students');
  });

  test('a loan that a one-time password has opened is read again, and shown where its link leads', async () => {
    const end = await endOf(
      'a link to the applicant',
      'readLoan answers: not found',
      'loan.reentered',
      'readLoan answers: students saved',
      'findInstitution answers: found',
    );
    expect(placeOf(end)).toBe('applicant');
  });

  test('a loan with an open query shows its flagged field and locks the others', async () => {
    const end = await endOf(
      'the create form',
      ...created,
      'readLoan answers: a query open',
      'findInstitution answers: found',
    );
    expect(end.value).toMatchObject({ query: { queried: 'answering' }, flow: { students: 'editing' } });
    const lock = lockOf(end.context.loan ?? fail());
    expect(fieldAccess(lock, 'personal_details.pan')).toBe('queried');
    expect(fieldAccess(lock, 'personal_details.dob')).toBe('locked');
  });

  const queriedApplicant = [
    'a link to the applicant',
    'readLoan answers: a query open',
    'findInstitution answers: found',
    'loadEmiOptions answers: loaded',
  ] as const;

  test('Submit with a question unanswered stays at the form, and names the field', async () => {
    const end = await endOf(...queriedApplicant, 'application.submitted with a question unanswered');
    expect(end.value).toEqual({ flow: { applicant: 'editing' }, query: { queried: 'incomplete' } });
    expect(end.context.unanswered).toEqual(['personal_details.pan']);
    expect(end.context.application).toBeNull();
  });

  test('what the server says has no answer is named too, and a full Submit forgets it', async () => {
    const refused = [
      ...queriedApplicant,
      'application.submitted',
      'saveApplication answers: refused for want of an answer',
      'alert.dismissed',
    ] as const;
    const missing = await endOf(...refused);
    expect(missing.value).toEqual({
      flow: { applicant: 'editing' },
      query: { queried: 'incomplete' },
    });
    const again = await endOf(...refused, 'application.submitted');
    expect(again.value).toMatchObject({ flow: { submission: 'saving' }, query: { queried: 'answering' } });
  });

  const answered = [
    ...queriedApplicant,
    'application.submitted',
    'saveApplication answers: answers saved',
  ] as const;

  test('answers are saved, then the lender is asked as at the first Submit', async () => {
    const waiting = await endOf(...answered);
    expect(waiting.value).toMatchObject({
      flow: { submission: { askingLender: 'waiting' } },
      query: 'answered',
    });
    const end = await endOf(...answered, 'askLender answers: pending', 'status.closed');
    expect(placeOf(end)).toBe('applicant');
    expect(lockOf(end.context.loan ?? fail()).mode).toBe('locked');
  });

  test('answers that the lender did not hear of are not saved again, and Submit asks the lender', async () => {
    const { seen } = await walkOnMachine(
      journey(...answered, 'askLender answers: gateway timed out', 'submission.retried'),
    );
    expect(seen.at(-1)?.value).toMatchObject({
      flow: { submission: { askingLender: 'waiting' } },
      query: 'answered',
    });
    const later = await endOf(
      'a link to the applicant',
      'readLoan answers: queries answered, not with the lender yet',
      'findInstitution answers: found',
      'submission.retried',
    );
    expect(later.value).toMatchObject({ flow: { submission: { askingLender: 'waiting' } } });
  });

  test('a second round opens only what is asked again', async () => {
    const end = await endOf(
      'a link to the applicant',
      'readLoan answers: a second round',
      'findInstitution answers: found',
    );
    expect(end.value).toMatchObject({ query: { queried: 'answering' } });
    const lock = lockOf(end.context.loan ?? fail());
    expect(lock).toMatchObject({ mode: 'queried', queries: [{ id: 'q2', round: 2 }] });
  });

  test('plans are those of the course that was typed and waits for Submit', async () => {
    const end = await endOf(...queriedApplicant, 'students.recalled');
    expect(end.value).toMatchObject({ flow: { applicant: 'loadingOptions' } });
    expect(end.context.options).toBeNull();
  });

  const asking = [
    ...created,
    'readLoan answers: students saved, plan chosen',
    'findInstitution answers: found',
    'students.submitted with nothing changed',
    'loadEmiOptions answers: loaded',
    'application.submitted',
    'saveApplication answers: saved',
  ] as const;

  test('after a gateway time-out Submit saves and asks again', async () => {
    const end = await endOf(
      'the create form',
      ...asking,
      'askLender answers: gateway timed out',
      'submission.retried',
    );
    expect(end.value).toMatchObject({ flow: { submission: 'saving' } });
    expect(end.context.application).not.toBeNull();
  });

  test('a 504 in the body is a gateway time-out too', async () => {
    const end = await endOf('the create form', ...asking, 'askLender answers: code 504 in the body');
    expect(end.value).toMatchObject({ flow: { submission: 'gatewayTimedOut' } });
  });

  test('a loan that another tab has submitted is read again, and shows its answer', async () => {
    const end = await endOf(
      'the create form',
      ...asking.slice(0, -1),
      'saveApplication answers: already with the lender',
      'readLoan answers: approved',
      'findInstitution answers: found',
    );
    expect(end.value).toMatchObject({ flow: { status: 'approved' } });
  });

  test('the four waiting messages come round', async () => {
    const pass = 'two seconds pass';
    const { seen } = await walkOnMachine(journey('the create form', ...asking, pass, pass, pass, pass));
    expect(seen.slice(-5).map(({ context }) => context.waitingMessage)).toEqual([0, 1, 2, 3, 0]);
  });

  test('nobody walks away from a submission by Back', async () => {
    const end = await endOf('the create form', ...asking, 'xstate.route to students');
    expect(end.value).toMatchObject({ flow: { submission: { askingLender: 'waiting' } } });
  });

  test('Explore More leaves nothing of the loan behind', async () => {
    const end = await endOf(
      'the create form',
      ...asking,
      'askLender answers: code 1001',
      'explore.requested',
    );
    expect(end.value).toMatchObject({ flow: { create: 'filling' } });
    expect(end.context).toMatchObject({ loan: null, loanId: null, application: null, result: null });
  });

  test('any other answer is under review, and offers no exploring', async () => {
    const end = await endOf(
      'the create form',
      ...asking,
      'askLender answers: something else',
      'explore.requested',
    );
    expect(end.value).toMatchObject({ flow: { status: 'underReview' } });
  });
});

/** What a loan's queries make of the region, told apart from how the machine does it. */
function roundOf(loan: Loan | null): 'open' | 'queried' | 'answered' {
  const states = loan?.queries.map(({ state }) => state).filter((state) => state !== 'withdrawn') ?? [];
  if (states.length === 0) return 'open';
  return states.includes('raised') ? 'queried' : 'answered';
}

function fail(): never {
  throw new Error('The journey has opened a loan');
}

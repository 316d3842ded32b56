/** Every transition of the wizard, walked by the machine alone, and a few journeys whose ends are written by hand. */
import { describe, expect, test } from 'vitest';
import { fieldAccess, lockOf } from '../../domain/access.ts';
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
        const queried = snapshot.context.loan !== null && lockOf(snapshot.context.loan).mode === 'queried';
        expect(snapshot.matches({ query: 'queried' }), told(walk)).toBe(queried);
      }
    }
  });

  test('together they take every transition', () => {
    const all = transitions().map(transitionName);
    const missing = all.filter((name) => !taken.has(name));
    console.log(
      `paths: ${all.length} transitions, ${all.length - missing.length} walked by the machine driver in ${paths.length} paths, ${missing.length} not walked`,
    );
    expect(missing).toEqual([]);
    expect(paths.length).toBeGreaterThan(100);
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

  test('a loan with an open query shows its flagged field and locks the others', async () => {
    const end = await endOf(
      'the create form',
      ...created,
      'readLoan answers: a query open',
      'findInstitution answers: found',
    );
    expect(end.value).toMatchObject({ query: 'queried', flow: { students: 'editing' } });
    const lock = lockOf(end.context.loan ?? fail());
    expect(fieldAccess(lock, 'personal_details.pan')).toBe('queried');
    expect(fieldAccess(lock, 'personal_details.dob')).toBe('locked');
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

function fail(): never {
  throw new Error('The journey has opened a loan');
}

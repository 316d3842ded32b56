/** Each place of domain/steps.ts is a state of the wizard, which its address leads to. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import { type Place, places, routeTo, steps } from '../../domain/steps.ts';
import type { EmiOption, Loan } from '../../domain/wire.ts';
import { placeOf, wizardMachine } from '../wizard.ts';

/** From a loan that allows only its first step to one that allows all. */
const loans = [
  loanWith({ status: 'draft' }),
  loanWith({ status: 'draft', course: 1001 }),
  loanWith({ status: 'approved', course: 1001 }),
];

describe.each(places)('%s', (place) => {
  it('is a state in machines/wizard/, by its id and its meta', () => {
    expect(states().filter(({ id }) => id === place)).toMatchObject([{ meta: { place } }]);
  });

  it('is gone to by its route', async () => {
    const allowed = await Promise.all(loans.map((loan) => arrival(loan, 'students')));
    expect(
      allowed.some(
        (wizard) => placeOf(wizard.getSnapshot()) === place || wizard.getSnapshot().can(routeTo(place)),
      ),
      `machines/wizard/: no state allows ${JSON.stringify(routeTo(place))}`,
    ).toBe(true);
  });

  it('is what its address opens, or else the place before it', async () => {
    if (steps[place].path === '/') return;
    const opened = await Promise.all(
      loans.map(async (loan) => placeOf((await arrival(loan, place)).getSnapshot())),
    );
    const nearest = places.slice(places.indexOf(place) - 1).slice(0, 2);
    expect(
      opened.some((one) => one !== null && nearest.includes(one)),
      `machines/wizard/opening.ts: the address of ${place} opens ${opened.join(', ')} only`,
    ).toBe(true);
  });
});

/** The wizard, once it has opened a loan by the address of a place. */
async function arrival(loan: Loan, place: Place) {
  const wizard = createActor(
    wizardMachine.provide({
      actors: {
        readLoan: fromPromise(async () => decided(loan)),
        loadEmiOptions: fromPromise(async () => decided<EmiOption[]>([])),
      },
    }),
    { input: { hasKey: true, loanId: 'A', place } },
  ).start();
  await waitFor(wizard, (now) => placeOf(now) !== null);
  return wizard;
}

type Node = { id: string; meta?: unknown; states: Record<string, Node> };

function states(node: Node = wizardMachine.root): Node[] {
  return [node, ...Object.values(node.states).flatMap(states)];
}

function loanWith({ status, course = null }: { status: Loan['status']; course?: number | null }): Loan {
  return {
    status,
    locked_institute_id: null,
    el_details: { institution_id: null, course_id: course, students: course ? [{}] : [] },
    queries: [],
    lender_result: status === 'approved' ? { status: 'APPROVED' } : null,
  } as unknown as Loan;
}

const decided = <T>(value: T): Outcome<T> => ({ kind: 'decided', value });

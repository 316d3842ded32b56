/** The places of domain/pages/steps.ts are states of the wizard, and their addresses lead to them. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import { formSteps, type Place, places } from '../../domain/pages/steps.ts';
import type { EmiOption, Loan } from '../../domain/values/wire.ts';
import { draftMachine } from '../draft.ts';
import { lookupMachine } from '../lookup.ts';
import { placeOf, wizardMachine } from '../wizard.ts';

/** The loans allow from one step to all steps. */
const loans = [
  loanWith({ status: 'draft' }),
  loanWith({ status: 'draft', course: 1001 }),
  loanWith({ status: 'approved', course: 1001 }),
];

describe.each(places)('%s', (place) => {
  it('is a state in machines/wizard/, by its id and its meta', () => {
    expect(states().filter(({ id }) => id === place)).toMatchObject([{ meta: { place } }]);
  });

  it('is reached by its route', () => {
    const routed = states().filter(({ config }) => config.route !== undefined);
    expect(
      routed.map(({ id }) => id),
      `machines/wizard/: the state ${place} has no route`,
    ).toContain(place);
  });

  it('has an address that opens it, or the nearest place that the loan allows', async () => {
    const before = places[places.indexOf(place) - 1];
    // The last place tells a verdict: without one, its address opens the first step.
    if (!before || before === 'create' || place === places.at(-1)) return;
    for (const loan of loans) {
      const [opened, openedBefore] = [await placeOpened(loan, place), await placeOpened(loan, before)];
      expect(
        places.indexOf(opened),
        `machines/wizard/opening.ts: the address of ${place} opens ${opened}, that of ${before} ${openedBefore}`,
      ).toBeGreaterThanOrEqual(places.indexOf(openedBefore));
    }
  });
});

it.each(formSteps)('a link on %s leads to the fields of every step', (step) => {
  const [state] = states().filter(({ id }) => id === step);
  const links = state?.config.on?.['field.requested'];
  const targets = Array.isArray(links)
    ? links.map(({ target }: { target?: string }) => target ?? `#${step}`)
    : [];
  expect(
    targets.toSorted(),
    `machines/wizard/: on ${step}, 'field.requested' is fieldRequested('${step}')`,
  ).toEqual(formSteps.map((each) => `#${each}`).toSorted());
});

/** The place that the wizard shows once it has opened a loan by the address of `requested`. */
async function placeOpened(loan: Loan, requested: Place): Promise<Place> {
  const wizard = createActor(
    wizardMachine.provide({
      actors: {
        readLoan: fromPromise(async () => ok(loan)),
        loadEmiOptions: fromPromise(async () => ok<EmiOption[]>([])),
        draft: draftMachine,
        bankLookup: lookupMachine,
        placeLookup: lookupMachine,
      },
    }),
    { input: { hasKey: true, loanId: 'A', place: requested } },
  ).start();
  const place = placeOf(await waitFor(wizard, (now) => placeOf(now) !== null));
  wizard.stop();
  if (place === null) throw new Error('waitFor resolves at a place');
  return place;
}

type Node = {
  id: string;
  meta?: unknown;
  config: { route?: unknown; on?: Record<string, unknown> };
  states: Record<string, Node>;
};

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

const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });

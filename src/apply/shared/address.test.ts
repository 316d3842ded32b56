import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Outcome } from '../../../domain/values/outcome.ts';
import { consumerBase, placeAt } from '../../../domain/pages/steps.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import { draftMachine } from '../../../machines/draft.ts';
import { lookupMachine } from '../../../machines/lookup.ts';
import { type EarlierLoan, wizardMachine } from '../../../machines/wizard.ts';
import { syncUrlWithWizard } from './address.ts';

const person = { name: 'Meena', phone: '9876543210', email: 'meena@example.com' };

describe('the address and the wizard', () => {
  it('add an entry for each step, and Back and Forward move the wizard', async () => {
    const { wizard, history, shown } = tied('/?k=1');
    wizard.send({ type: 'create.submitted', person });
    await settled();
    expect(shown()).toBe('/loan/A/student?k=1');
    expect(history.length).toBe(2);

    history.back();
    await settled();
    expect(wizard.getSnapshot().matches({ flow: 'create' })).toBe(true);
    expect(shown()).toBe('/?k=1');

    history.forward();
    await settled();
    expect(wizard.getSnapshot().matches({ flow: 'students' })).toBe(true);
    expect(history.length).toBe(2);
  });

  it('replace a link to a later step with the furthest allowed step', async () => {
    const { history, shown } = tied('/loan/A/applications?k=1');
    expect(shown()).toBe('/loan/A/applications?k=1');
    await settled();
    expect(shown()).toBe('/loan/A/student?k=1');
    expect(history.length).toBe(1);
  });

  it('correct an address that the wizard refuses', async () => {
    const { history, shown } = tied('/loan/A/student?k=1');
    await settled();
    history.push('/loan/A/success?k=1');
    history.push('/loan/A/student?k=1');
    history.back();
    await settled();
    expect(shown()).toBe('/loan/A/student?k=1');
  });

  it('close the status modal on Back, then leave the status screen past its steps', async () => {
    const { wizard, history, shown } = tied(['/?k=1', '/loan/A/student?k=1', '/loan/A/applications?k=1'], {
      status: 'rejected',
      lender_result: { status: 'REJECTED' },
    });
    await settled();
    history.back();
    await settled();
    expect([wizard.getSnapshot().value.flow, shown()]).toEqual([
      { status: 'closed' },
      '/loan/A/applications?k=1',
    ]);

    history.back();
    await settled();
    expect([wizard.getSnapshot().value.flow, shown()]).toEqual([
      { status: 'closed' },
      '/loan/A/applications?k=1',
    ]);
    history.back();
    await settled();
    expect(wizard.getSnapshot().matches({ flow: 'create' })).toBe(true);
    expect(shown()).toBe('/?k=1');
  });

  it('stay below the base of the consumer app until the connection ends', async () => {
    // A final status, so that no lender is asked.
    const explorable = { status: 'rejected', lender_result: { status_code: 1001 } } as const;
    const { wizard, history, shown, end } = tied('/app/loan/A/applications', explorable, consumerBase);
    await settled();
    expect(shown()).toBe('/app/loan/A/applications');
    wizard.send({ type: 'explore.requested' });
    expect(shown()).toBe('/app');
    end();
    history.back();
    await settled();
    expect(wizard.getSnapshot().matches({ flow: 'create' })).toBe(true);
    expect(shown()).toBe('/app/loan/A/applications');
  });

  it('report the address of another loan', async () => {
    const { wizard, history, onOtherLoan } = tied('/loan/B/student');
    history.push('/loan/A/student');
    history.back();
    await settled();
    expect(onOtherLoan).not.toHaveBeenCalled();
    history.push('/loan/C/student');
    history.push('/loan/B/student');
    history.back();
    expect(onOtherLoan).toHaveBeenCalledOnce();
    expect(wizard.getSnapshot().context.loanId).toBe('B');
  });
});

/** Ties a wizard to the addresses, of which the last is shown. */
function tied(address: string | string[], opened: Partial<Loan> = {}, base = '') {
  const history = createMemoryHistory({ initialEntries: [address].flat() });
  const asked = placeAt(history.location.pathname, base);
  const loan = {
    status: 'draft',
    locked_institute_id: null,
    el_details: { institution_id: null, course_id: null, students: [] },
    queries: [],
    lender_result: null,
    ...opened,
  } as unknown as Loan;
  const wizard = createActor(
    wizardMachine.provide({
      actors: {
        findEarlierLoan: fromPromise(async () => ok<EarlierLoan | null>(null)),
        checkEmail: fromPromise(async () => ok(true)),
        createLoan: fromPromise(async () => ok({ loan_id: 'A', access_token: 'token' })),
        readLoan: fromPromise(async () => ok(loan)),
        draft: draftMachine,
        bankLookup: lookupMachine,
        placeLookup: lookupMachine,
      },
    }),
    { input: { hasKey: true, loanId: asked?.loanId ?? null, place: asked?.place ?? 'create' } },
  ).start();
  const onOtherLoan = vi.fn();
  const end = syncUrlWithWizard({ wizard, history, search: history.location.search, base, onOtherLoan });
  const shown = () => history.location.pathname + history.location.search;
  return { wizard, history, shown, end, onOtherLoan };
}

const ok = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

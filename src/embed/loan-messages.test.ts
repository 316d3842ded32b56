import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import { aLoan } from '../../domain/testing.ts';
import type { CreatedLoan, EmiOption, Institution, LenderResult, Loan } from '../../domain/values/wire.ts';
import { draftMachine } from '../../machines/draft.ts';
import { lookupMachine } from '../../machines/lookup.ts';
import {
  type EarlierLoan,
  type WizardInput,
  wizardMachine,
  type WizardSnapshot,
} from '../../machines/wizard.ts';
import { loanMessages } from './loan-messages.ts';

const person = { name: 'Meenakshi Sundaram', phone: '9840012345', email: 'meena@parent.example' };
const opened = { type: 'feepath.loanOpened', loanId: 'l1' };
const status = (name: string) => ({ type: 'feepath.loan.status', loanId: 'l1', status: name });

describe('a host is told', () => {
  it('of each step of a loan from creation to verdict, without personal data', async () => {
    const wizard = startWizard({ loanId: null });
    wizard.send({ type: 'create.submitted', person });
    await wizard.settles();
    wizard.send({ type: 'students.submitted', changes: null });
    await wizard.settles();
    wizard.send({ type: 'application.submitted', application: { customerConsent: true }, unanswered: [] });
    await wizard.settles();
    expect(wizard.messages).toEqual([
      { type: 'feepath.loan.created', loanId: 'l1' },
      opened,
      status('draft'),
      { type: 'feepath.loan.submitted', loanId: 'l1' },
      status('submitted'),
      status('approved'),
    ]);
  });

  it('of a loan that was opened by its address, without a creation', async () => {
    const wizard = startWizard({ loanId: 'l1' });
    await wizard.settles();
    expect(wizard.messages).toEqual([opened, status('draft')]);
  });

  it('of a loan that was created before it could be told', async () => {
    const wizard = startWizard({ loanId: null });
    wizard.send({ type: 'create.submitted', person });
    await wizard.settles();
    expect(loanMessages(null, wizard.snapshot())).toEqual([
      { type: 'feepath.loan.created', loanId: 'l1' },
      opened,
      status('draft'),
    ]);
  });

  it('nothing of a loan that was not found', async () => {
    const wizard = startWizard({ loanId: 'other' });
    await wizard.settles();
    expect(wizard.snapshot().matches({ flow: { opening: 'notFound' } })).toBe(true);
    expect(wizard.messages).toEqual([]);
  });

  it('that the person left the loan for another one', async () => {
    const wizard = startWizard({ loanId: 'other' });
    await wizard.settles();
    wizard.send({ type: 'explore.requested' });
    expect(wizard.messages).toEqual([{ type: 'feepath.loanLeft' }]);
  });
});

function startWizard({ loanId }: Pick<WizardInput, 'loanId'>) {
  const loan = aLoan(undefined, { status: 'draft' });
  const missing: Outcome<Loan> = { kind: 'refused', status: 404, code: 'refusal.failed', errors: [] };
  const wizard = createActor(
    wizardMachine.provide({
      actors: {
        findEarlierLoan: fromPromise(async () => ok<EarlierLoan | null>(null)),
        checkEmail: fromPromise(async () => ok(true)),
        createLoan: fromPromise(async () => ok<CreatedLoan>({ loan_id: 'l1', access_token: 'token' })),
        readLoan: fromPromise(async ({ input }) => (input.loanId === 'l1' ? ok(loan) : missing)),
        findInstitution: fromPromise(async () => ok({ id: 203 } as unknown as Institution)),
        loadEmiOptions: fromPromise(async () => ok<EmiOption[]>([])),
        saveApplication: fromPromise(async () => ok<Loan>({ ...loan, status: 'submitted' })),
        pushToLender: fromPromise(async () => ok<LenderResult>({ status: 'APPROVED' })),
        draft: draftMachine,
        bankLookup: lookupMachine,
        placeLookup: lookupMachine,
      },
    }),
    { input: { hasKey: true, loanId, place: loanId === null ? 'create' : 'students' } },
  );
  const messages: object[] = [];
  let before: WizardSnapshot | null = null;
  wizard.subscribe((after) => {
    messages.push(...loanMessages(before, after));
    before = after;
  });
  wizard.start();
  return {
    messages,
    send: wizard.send,
    snapshot: () => wizard.getSnapshot(),
    /** Waits a few turns, as the calls answer at once. */
    settles: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

function ok<T>(value: T): Outcome<T> {
  return { kind: 'ok', value };
}

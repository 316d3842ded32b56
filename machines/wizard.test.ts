import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import { aLoan, aStudent } from '../domain/testing.ts';
import type { CreatedLoan, EmiOption, Institution, LenderResult, Loan } from '../domain/values/wire.ts';
import { lookupMachine } from './lookup.ts';
import { draftMachine, type DraftRecord, type DraftStep } from './draft.ts';
import { type EarlierLoan, type WizardEvent, wizardMachine } from './wizard.ts';

const failed: Outcome<never> = { kind: 'unreachable' };
const done = <T>(value: T): Outcome<T> => ({ kind: 'ok', value });

describe('the drafts of a loan', () => {
  it('exist once the loan is open, and read nothing before a step is shown', async () => {
    const { wizard, reads, states } = await openedWizard(loanWith());
    expect(states()).toEqual({ students: 'closed', applicant: 'closed', answers: 'closed' });
    expect(reads).toEqual([]);
    wizard.getSnapshot().context.drafts?.students.send({ type: 'draft.opened' });
    await settled();
    expect(reads).toEqual(['A students']);
  });

  it('are suspended while their step is saved, and empty afterwards', async () => {
    const { wizard, send, states, calls, type } = await openedWizard(loanWith());
    await type('students');
    await type('applicant');
    send({ type: 'students.submitted', changes: { 'el_details.students': [] } });
    expect(states()).toMatchObject({ students: 'suspended', applicant: 'debouncing' });
    await calls.saveStudents.answer(done(loanWith()));
    expect(states()).toMatchObject({ students: 'idle', applicant: 'debouncing' });
    expect(wizard.getSnapshot().context.drafts?.students.getSnapshot().context.body).toBeNull();
  });

  it('continue with the typed values where the save failed', async () => {
    const { wizard, send, states, calls, type } = await openedWizard(loanWith());
    await type('students');
    send({ type: 'students.submitted', changes: { 'el_details.students': [] } });
    await calls.saveStudents.answer(failed);
    expect(states()).toMatchObject({ students: 'debouncing' });
    expect(wizard.getSnapshot().context.drafts?.students.getSnapshot().context.body).toEqual({ a: 1 });
  });

  it('continue after re-entry where the token ended during the save', async () => {
    const { wizard, send, states, calls, type } = await openedWizard(loanWith());
    await type('students');
    send({ type: 'students.submitted', changes: { 'el_details.students': [] } });
    send({ type: 'loan.accessLost' });
    expect(wizard.getSnapshot().matches({ flow: { opening: 'notFound' } })).toBe(true);
    send({ type: 'loan.reentered' });
    await calls.readLoan.answer(done(loanWith()));
    expect(wizard.getSnapshot().matches({ flow: { students: 'editing' } })).toBe(true);
    expect(states()).toMatchObject({ students: 'debouncing' });
    expect(wizard.getSnapshot().context.drafts?.students.getSnapshot().context.body).toEqual({ a: 1 });
  });

  it('suspend only the draft of the applicant at Submit', async () => {
    const { send, states, calls, type } = await openedWizard(loanWith());
    await type('students');
    await type('applicant');
    send({ type: 'students.submitted', changes: null });
    send({ type: 'application.submitted', application: { customerConsent: true }, unanswered: [] });
    expect(states()).toMatchObject({ students: 'debouncing', applicant: 'suspended' });
    await calls.saveApplication.answer(failed);
    expect(states()).toMatchObject({ students: 'debouncing', applicant: 'debouncing' });
  });

  it('suspend all three drafts at Submit while queries are open', async () => {
    const { send, states, calls, type } = await openedWizard(
      loanWith({ status: 'pending', queries: [openQuery] }),
    );
    for (const step of ['students', 'applicant', 'answers'] as const) await type(step);
    send({ type: 'students.submitted', changes: null });
    send({ type: 'application.submitted', application: { customerConsent: true }, unanswered: [] });
    expect(states()).toEqual({ students: 'suspended', applicant: 'suspended', answers: 'suspended' });
    await calls.saveApplication.answer(done(loanWith({ status: 'submitted' })));
    expect(states()).toEqual({ students: 'idle', applicant: 'idle', answers: 'idle' });
  });

  it('stay the same when the loan is left and continued', async () => {
    const { wizard, send, calls } = await openedWizard(loanWith());
    const first = wizard.getSnapshot().context.drafts;
    send({ type: 'xstate.route', to: '#create' });
    send({ type: 'loan.continued', loanId: 'A' });
    await calls.readLoan.answer(done(loanWith()));
    expect(wizard.getSnapshot().context.drafts).toBe(first);
  });

  it('differ for another loan', async () => {
    const { wizard, send, calls } = await openedWizard(loanWith());
    const first = wizard.getSnapshot().context.drafts;
    send({ type: 'xstate.route', to: '#create' });
    send({
      type: 'create.submitted',
      person: { name: 'Meena', phone: '9000000001', email: 'm@example.org' },
    });
    await calls.findEarlierLoan.answer(done(null));
    await calls.checkEmail.answer(done(true));
    await calls.createLoan.answer(done({ loan_id: 'B', access_token: 't' }));
    await calls.readLoan.answer(done(loanWith({ loan_id: 'B' })));
    const second = wizard.getSnapshot().context.drafts;
    expect(second?.students.getSnapshot().context.loanId).toBe('B');
    expect(first?.students.getSnapshot().context.loanId).toBe('A');
  });
});

describe('students that another tab has saved meanwhile', () => {
  it('are read when the save is refused, and the typed values stay', async () => {
    const { wizard, send, states, calls, type } = await openedWizard(loanWith());
    await type('students');
    send({ type: 'students.submitted', changes: { 'el_details.students': [] } });
    await calls.saveStudents.answer({
      ...{ kind: 'refused', status: 409, code: 'refusal.studentsChanged', errors: [] },
    });
    expect(wizard.getSnapshot().value.flow).toEqual({ students: 'savingFailed' });
    send({ type: 'alert.dismissed' });
    const more = loanWith({ el_details: { ...loanWith().el_details, students: [aStudent('A')] } });
    await calls.readLoan.answer(done(more));
    expect(wizard.getSnapshot().value.flow).toEqual({ students: 'editing' });
    expect(wizard.getSnapshot().context.loan).toEqual(more);
    expect(states()).toMatchObject({ students: 'debouncing' });
  });
});

describe('Submit', () => {
  const submit = {
    type: 'application.submitted',
    application: { customerConsent: true },
    unanswered: [],
  } as const;
  const wrong: Outcome<never> = { kind: 'refused', status: 400, code: 'refusal.answers', errors: [] };

  it('that is refused lets the draft continue', async () => {
    const { send, states, calls, type } = await openedWizard(loanWith());
    await type('applicant');
    send({ type: 'students.submitted', changes: null });
    send(submit);
    await calls.saveApplication.answer(wrong);
    expect(states()).toMatchObject({ applicant: 'debouncing' });
  });

  it('that finds a changed fee shows a notice and keeps the previous plan', async () => {
    const { wizard, send, calls } = await openedWizard(loanWith(withFee(60_000)));
    send({ type: 'students.submitted', changes: null });
    send(submit);
    await calls.saveApplication.answer({
      ...{ kind: 'refused', status: 409, code: 'refusal.feeChanged' },
      errors: [{ field: 'el_details.order_value', code: 'refusal.feeChanged', message: 'has changed' }],
    });
    expect(wizard.getSnapshot().value.flow).toEqual({ submission: 'refused' });
    send({ type: 'alert.dismissed' });
    await calls.readLoan.answer(done(loanWith(withFee(66_000))));
    const { value, context } = wizard.getSnapshot();
    expect(value.flow).toHaveProperty('applicant');
    expect(context).toMatchObject({ planNotice: 'recalculated', previousOrder: { order_value: 60_000 } });
  });

  it('that finds a changed fee shows the notice even where reading the loan fails first', async () => {
    const { wizard, send, calls, findInstitution } = await openedWizard(loanWith(withFee(60_000)));
    send({ type: 'students.submitted', changes: null });
    send(submit);
    await calls.saveApplication.answer({
      ...{ kind: 'refused', status: 409, code: 'refusal.feeChanged', errors: [] },
    });
    send({ type: 'alert.dismissed' });
    findInstitution.mockResolvedValueOnce(failed);
    await calls.readLoan.answer(done(loanWith(withFee(66_000))));
    expect(wizard.getSnapshot().value.flow).toEqual({ opening: 'failed' });
    send({ type: 'retry.requested' });
    await calls.readLoan.answer(done(loanWith(withFee(66_000))));
    const { value, context } = wizard.getSnapshot();
    expect(value.flow).toHaveProperty('applicant');
    expect(context).toMatchObject({ planNotice: 'recalculated', previousOrder: { order_value: 60_000 } });
  });

  const unanswered = { field: openQuery.field, code: 'applicant.error.query.unanswered', message: '' };
  it.each<[string, Outcome<never>]>([
    ['changes', { ...wrong, status: 422, code: 'refusal.locked' }],
    ['keeps', { ...wrong, errors: [unanswered] }],
  ])(
    'opens the questions where a reviewer asked meanwhile and the refusal %s the loan',
    async (_, refusal) => {
      const { wizard, send, calls } = await openedWizard(loanWith({ status: 'submitted' }));
      send({ type: 'students.submitted', changes: null });
      send(submit);
      await calls.saveApplication.answer(refusal);
      send({ type: 'alert.dismissed' });
      await calls.readLoan.answer(done(loanWith({ status: 'submitted', queries: [openQuery] })));
      expect(wizard.getSnapshot().value).toMatchObject({
        flow: { applicant: expect.anything() as unknown },
        queryMode: { open: expect.anything() as unknown },
      });
    },
  );

  it('that leaves a question unanswered marks the answers as incomplete', async () => {
    const { wizard, send, calls } = await openedWizard(loanWith({ status: 'pending', queries: [openQuery] }));
    send({ type: 'students.submitted', changes: null });
    send(submit);
    await calls.saveApplication.answer({ ...wrong, errors: [unanswered] });
    send({ type: 'alert.dismissed' });
    expect(wizard.getSnapshot().value).toMatchObject({ queryMode: { open: 'incomplete' } });
    expect(wizard.getSnapshot().value.flow).toHaveProperty('applicant');
  });

  it('without an answer of the lender returns the loan to submitted', async () => {
    const { wizard, send, calls } = await openedWizard(loanWith());
    send({ type: 'students.submitted', changes: null });
    send(submit);
    await calls.saveApplication.answer(done(loanWith({ status: 'with_lender' })));
    await calls.pushToLender.answer(failed);
    expect(wizard.getSnapshot().matches({ flow: { submission: 'noResponse' } })).toBe(true);
    expect(wizard.getSnapshot().context.loan?.status).toBe('submitted');
  });

  it('is not offered for answers that are already sent', async () => {
    const answered = { ...openQuery, state: 'answered', answered_at: '2026-06-02T10:00:00Z' } as const;
    const { wizard, send } = await openedWizard(loanWith({ status: 'submitted', queries: [answered] }));
    send({ type: 'students.submitted', changes: null });
    send(submit);
    expect(wizard.getSnapshot().matches({ flow: 'applicant' })).toBe(true);
  });

  it('that is in progress is awaited when the loan is opened again', async () => {
    const { wizard } = await openedWizard(loanWith({ status: 'with_lender' }));
    expect(wizard.getSnapshot().matches({ flow: { submission: 'pushingToLender' } })).toBe(true);
  });
});

const openQuery: Loan['queries'][number] = {
  id: 'q1',
  field: 'personal_details.pan',
  reason: 'mismatch',
  message: 'The PAN does not match the card.',
  round: 1,
  state: 'raised',
  raised_at: '2026-06-01T10:00:00Z',
  answered_at: null,
  answer: null,
};

const withFee = (order_value: number): Partial<Loan> => ({
  el_details: { ...aLoan([aStudent('s1')]).el_details, order_value },
});

const loanWith = (changes: Partial<Loan> = {}): Loan =>
  aLoan([aStudent('s1')], { loan_id: 'A', status: 'draft', ...changes });

describe('the stored form of a creation', () => {
  it('is discarded once the loan exists, and starts anew where a loan is left', async () => {
    const { send, calls, kept } = await openedWizard(loanWith());
    send({ type: 'loan.accessLost' });
    send({ type: 'explore.requested' });
    expect(kept).toEqual(['startNewCreation']);
    const person = { name: 'Meena Raman', phone: '9876543210', email: 'meena@example.org' };
    send({ type: 'create.submitted', person });
    await calls.findEarlierLoan.answer(done({ loanId: 'A', institution: null }));
    send({ type: 'create.confirmed' });
    expect(kept).toEqual(['startNewCreation', 'startNewCreation']);
    await calls.checkEmail.answer(done(true));
    await calls.createLoan.answer(done({ loan_id: 'B', access_token: 't' }));
    expect(kept.slice(2)).toEqual(['discardCreateForm']);
  });

  it('is discarded where another loan is continued', async () => {
    const { send, kept } = await openedWizard(loanWith());
    send({ type: 'loan.accessLost' });
    send({ type: 'explore.requested' });
    send({ type: 'loan.continued', loanId: 'C' });
    expect(kept).toEqual(['startNewCreation', 'discardCreateForm']);
  });
});

async function openedWizard(loan: Loan) {
  const reads: string[] = [];
  // A call waits until the test answers it.
  const calls = {
    findEarlierLoan: callsOf<EarlierLoan | null>(),
    checkEmail: callsOf<boolean>(),
    createLoan: callsOf<CreatedLoan>(),
    readLoan: callsOf<Loan>(),
    saveStudents: callsOf<Loan>(),
    saveApplication: callsOf<Loan>(),
    pushToLender: callsOf<LenderResult>(),
  };
  const kept: string[] = [];
  const findInstitution = vi.fn(async () => done<Institution>({ id: 203, name: 'Tamarind' }));
  const wizard = createActor(
    wizardMachine.provide({
      actions: {
        startNewCreation: () => kept.push('startNewCreation'),
        discardCreateForm: () => kept.push('discardCreateForm'),
      },
      actors: {
        findEarlierLoan: fromPromise(calls.findEarlierLoan.start),
        checkEmail: fromPromise(calls.checkEmail.start),
        createLoan: fromPromise(calls.createLoan.start),
        readLoan: fromPromise(calls.readLoan.start),
        findInstitution: fromPromise(findInstitution),
        saveStudents: fromPromise(calls.saveStudents.start),
        saveApplication: fromPromise(calls.saveApplication.start),
        loadEmiOptions: fromPromise(async () => done<EmiOption[]>([])),
        pushToLender: fromPromise(calls.pushToLender.start),
        bankLookup: lookupMachine,
        placeLookup: lookupMachine,
        draft: draftMachine.provide({
          actors: {
            readTabCopy: fromPromise(async (): Promise<DraftRecord | null> => null),
            readDraft: fromPromise(async ({ input: { loanId, step } }) => {
              reads.push(`${loanId} ${step}`);
              return done({ version: 0, body: null });
            }),
          },
        }),
      },
    }),
    {
      input: { hasKey: true, loanId: loan.loan_id, place: 'students' },
      // The clock does not advance: no draft is sent.
      clock: new SimulatedClock(),
    },
  ).start();
  const draftOf = (step: DraftStep) => {
    const { drafts } = wizard.getSnapshot().context;
    if (!drafts) throw new Error('No loan is open');
    return drafts[step];
  };
  const states = () => ({
    students: draftOf('students').getSnapshot().value,
    applicant: draftOf('applicant').getSnapshot().value,
    answers: draftOf('answers').getSnapshot().value,
  });
  const type = async (step: DraftStep) => {
    draftOf(step).send({ type: 'draft.opened' });
    await settled();
    draftOf(step).send({ type: 'draft.typed', body: { a: 1 } });
  };
  await calls.readLoan.answer(done(loan));
  return {
    wizard,
    findInstitution,
    reads,
    states,
    type,
    calls,
    kept,
    send: (event: WizardEvent) => wizard.send(event),
  };
}

function callsOf<T>() {
  let resolve = (_: Outcome<T>) => {};
  return {
    start: () => new Promise<Outcome<T>>((answered) => (resolve = answered)),
    answer: async (outcome: Outcome<T>) => {
      resolve(outcome);
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

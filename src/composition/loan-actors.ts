/** The actors by which the wizard works on a loan which is open, for the embedded flow and the consumer app. */
import { fromPromise, fromCallback } from 'xstate';
import { embeddedLenderId } from '../../domain/lending/lenders.ts';
import { lockOf } from '../../domain/loan/lock.ts';
import { ok, type Outcome } from '../../domain/values/outcome.ts';
import { pushRequestOf } from '../../domain/lending/push-request.ts';
import { lookupMachine } from '../../machines/lookup.ts';
import { type ActorsOf, provideActors } from '../../machines/provide-actors.ts';
import { type EmiOptionsInput, wizardMachine } from '../../machines/wizard.ts';
import type { Call } from '../api/call.ts';
import { storeSeenVerdict } from '../apply/shared/seen-verdict.ts';
import type { TabStore } from '../hooks/tab-store.ts';
import { importOutcome } from '../hooks/import-outcome.ts';
import { type DraftEvent, type DraftInput, draftMachine, type DraftRecord } from '../../machines/draft.ts';

type LoanActors = Omit<
  ActorsOf<typeof wizardMachine>,
  'findEarlierLoan' | 'checkEmail' | 'createLoan' | 'readLoan'
>;

interface LoanActorDependencies {
  call: Call;
  tab: TabStore;
}

/** Returns the wizard with its actions and guards on a loan, without its actors. */
export const provideLoanPage = (tab: TabStore): typeof wizardMachine =>
  wizardMachine.provide({
    actions: { storeSeenVerdict: ({ context }) => storeSeenVerdict(tab, context) },
    guards: { pageIsVisible: () => document.visibilityState === 'visible' },
  });

export const createLoanActors = ({ call, tab }: LoanActorDependencies): LoanActors => ({
  findInstitution: fromPromise(({ input: { id }, signal }) =>
    call('getInstitute', { path: { id } }, { signal }),
  ),
  saveStudents: fromPromise(({ input: { loanId, changes }, signal }) =>
    call('saveStudents', { path: { id: loanId }, body: { data: changes } }, { signal }),
  ),
  loadEmiOptions: fromPromise(async ({ input, signal }) => {
    const course = await courseOf(input, signal);
    if (course.kind !== 'ok') return course;
    return call('listEmiOptions', { path: { id: course.value } }, { signal });
  }),
  saveApplication: fromPromise(({ input: { loanId, application }, signal }) =>
    call('saveApplication', { path: { id: loanId }, body: { data: application } }, { signal }),
  ),
  pushToLender: fromPromise(({ input: { loan }, signal }) =>
    call('createOnLender', { path: { lender_id: embeddedLenderId }, body: pushRequestOf(loan) }, { signal }),
  ),
  refreshVerdict: fromPromise(({ input: { loanId }, signal }) =>
    call('refreshVerdict', { path: { id: loanId } }, { signal }),
  ),
  draft: provideDrafts(call, tab),
  bankLookup: provideActors(lookupMachine, {
    find: fromPromise(async ({ input: { code } }) => {
      const list = await importOutcome(import('../apply/shared/banks.ts'));
      if (list.kind !== 'ok') return list;
      const banks = await list.value.fetchBanks(call);
      if (banks.kind !== 'ok') return banks;
      const bank = banks.value.find((each) => each.ifsc_prefix === code);
      return bank ? ok({ bank_name: bank.label }) : unknownCode;
    }),
  }),
  placeLookup: provideActors(lookupMachine, {
    find: fromPromise(async ({ input: { code }, signal }) => {
      const place = await call('getPincode', { path: { pincode: code } }, { signal });
      return place.kind === 'ok' ? ok({ state: place.value.state, city: place.value.city }) : place;
    }),
  }),
});

const unknownCode: Outcome<never> = {
  kind: 'refused',
  status: 404,
  code: 'refusal.notFound',
  errors: [],
};

/** Returns the id of the course whose plans are offered: the saved one, or in query mode the typed one. */
async function courseOf(input: EmiOptionsInput, signal: AbortSignal): Promise<Outcome<number>> {
  const { loan } = input;
  const saved = loan?.el_details.course_id ?? 0;
  if (!loan || lockOf(loan).mode !== 'queried') return ok(saved);
  const queryMode = await importOutcome(import('../apply/query-mode/read-course.ts'));
  if (queryMode.kind !== 'ok') return queryMode;
  return ok((await queryMode.value.readCourse(input, signal)) ?? saved);
}

/** Returns the drafts of a loan, with their copies in this tab's storage and their requests to the server. */
function provideDrafts(call: Call, tab: TabStore): typeof draftMachine {
  const machine = draftMachine.provide({
    actions: {
      writeTabCopy: ({ context }) => {
        const { body, version, sent } = context;
        if (body === null) tab.remove(nameOf(context));
        else tab.write(nameOf(context), { body, version, sent } satisfies DraftRecord);
      },
    },
  });
  return provideActors(machine, {
    readTabCopy: fromPromise(async ({ input }) => readTabCopy(tab, input)),
    readDraft: fromPromise(({ input: { loanId, step }, signal }) =>
      call('getDraft', { path: { id: loanId, step } }, { signal }),
    ),
    saveDraft: fromPromise(({ input: { loanId, step, version, body }, signal }) => {
      const header = { 'If-Match': version };
      return call(
        'keepDraft',
        { path: { id: loanId, step }, header, body: { body } },
        { signal, keepalive: true },
      );
    }),
    pageEvents: fromCallback<DraftEvent>(({ sendBack }) => {
      const onOnline = () => sendBack({ type: 'connection.restored' });
      // A hidden page may be closed without another event.
      const onVisibilityChange = () => {
        if (document.visibilityState === 'hidden') sendBack({ type: 'page.hidden' });
      };
      window.addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        window.removeEventListener('online', onOnline);
        document.removeEventListener('visibilitychange', onVisibilityChange);
      };
    }),
  });
}

const nameOf = ({ loanId, step }: DraftInput): string => `draft.${loanId}.${step}`;

/** Returns the tab's copy; null if there is none or it has another shape. */
function readTabCopy(tab: TabStore, input: DraftInput): DraftRecord | null {
  const stored = tab.read(nameOf(input));
  const { body, version, sent } = (stored ?? {}) as Partial<DraftRecord>;
  if (typeof body !== 'object' || body === null || typeof sent !== 'boolean') return null;
  return { body, version: typeof version === 'number' ? version : null, sent };
}

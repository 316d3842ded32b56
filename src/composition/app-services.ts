/**
 * The composition root of the embedded flow: the one place that gives the wizard its actors and the screens their
 * services. Only this layer knows the network, the browser's storage and the clock.
 */
import { fromPromise } from 'xstate';
import { ok } from '../../domain/values/outcome.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { Language } from '../../domain/values/wire.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import type { wizardMachine } from '../../machines/wizard.ts';
import { applicantOperations } from '../../openapi/operations.ts';
import { createCall, keyHeaders } from '../api/call.ts';
import { findEarlierLoan } from '../apply/shared/device-loans.ts';
import { createFormKey, type Services } from '../apply/shared/wizard.tsx';
import { idempotencyKeyFor, removeIdempotencyKey } from './idempotency-key.ts';
import type { Session } from './session.ts';
import type { SupportContact } from '../ui/support-links.tsx';
import { loadDocumentServices } from './load-document-services.ts';
import { createLoanActors, provideLoanPage } from './loan-actors.ts';

export interface AppDependencies {
  session: Session;
  support: SupportContact;
  language: () => Language;
  now: () => Date;
  /** Returns what was typed into a prerendered first screen before the app ran. */
  takeEarlyInput?: Services['takeEarlyInput'];
}

export interface AppServices {
  wizard: typeof wizardMachine;
  services: Services;
}

/** @param onAccessLost called when a call was refused because no token of the loan is in force */
export function createAppServices(dependencies: AppDependencies, onAccessLost: () => void): AppServices {
  const { session, support, now, takeEarlyInput = () => null } = dependencies;
  const call = createCall(applicantOperations, keyHeaders(session), onAccessLost);
  const services: Services = {
    call,
    loadDocumentServices: loadDocumentServices({ call, now }),
    now,
    today: () => todayInIndia(now()),
    support,
    tab: session.tab,
    readMyLoan: null,
    apiKey: session.key,
    testLoans: session.test,
    instituteId: session.instituteId,
    loanIds: session.loanIds,
    takeEarlyInput,
    saveLoanToken: session.storeLoanToken,
  };
  return { wizard: provideWizardActors(services, dependencies), services };
}

function provideWizardActors(
  services: Services,
  { session, language }: AppDependencies,
): typeof wizardMachine {
  const { call } = services;
  const logic = provideLoanPage(session.tab).provide({
    actions: {
      startNewCreation: () => removeIdempotencyKey(session.tab),
      // The created loan holds what was typed, so the form of the next loan starts empty.
      discardCreateForm: () => session.tab.remove(createFormKey),
    },
  });
  return provideActors(logic, {
    findEarlierLoan: fromPromise(async ({ input, signal }) => {
      if (session.loanIds().length === 0) return ok(null);
      return ok(await findEarlierLoan(services, input, services.today(), signal));
    }),
    checkEmail: fromPromise(({ input: { email }, signal }) =>
      call('verifyEmail', { path: { email } }, { signal }),
    ),
    createLoan: fromPromise(async ({ input, signal }) => {
      const body = {
        ...input,
        email_verified: true,
        ...(session.instituteId === null ? {} : { institute_id: session.instituteId }),
        ...(session.test ? { test: true } : {}),
        language: language(),
      };
      const header = { 'Idempotency-Key': idempotencyKeyFor(session.tab, body) };
      const outcome = await call('createLoan', { header, body }, { signal });
      if (outcome.kind === 'ok') session.storeLoanToken(outcome.value.loan_id, outcome.value.access_token);
      return outcome;
    }),
    readLoan: fromPromise(async ({ input: { loanId }, signal }) => {
      const outcome = await call('getLoan', { path: { id: loanId } }, { signal });
      if (outcome.kind !== 'ok') return outcome;
      // Extends the token's lifetime on this device by a day.
      const token = session.loanToken(loanId);
      if (token !== null) session.storeLoanToken(loanId, token);
      return outcome;
    }),
    ...createLoanActors({ call, tab: session.tab }),
  });
}

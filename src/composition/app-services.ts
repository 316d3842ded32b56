/**
 * The composition root of the embedded flow: the one place that gives the wizard its actors and the screens their
 * services. Only this layer knows the network, the browser's storage and the clock.
 */
import { fromPromise } from 'xstate';
import { ok } from '../../domain/outcome.ts';
import { todayInIndia } from '../../domain/today.ts';
import type { Language } from '../../domain/wire.ts';
import { deferredLogic } from '../../machines/deferred-logic.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { wizardMachine } from '../../machines/wizard.ts';
import { applicantOperations } from '../../openapi/operations.ts';
import { createCall, keyHeaders } from '../api/call.ts';
import type { Services } from '../apply/services.ts';
import { idempotencyKeyFor, removeIdempotencyKey } from '../idempotency-key.ts';
import type { Session } from '../session.ts';
import type { SupportContact } from '../ui/support-links.tsx';
import { loadDocumentServices } from './load-document-services.ts';
import type { LoanActorDependencies, LoanActors } from './loan-actors.ts';

export interface AppDependencies {
  session: Session;
  support: SupportContact;
  /** The language that is shown now. */
  language: () => Language;
  /** Now, by the server's clock. */
  now: () => Date;
  /** Where the first screen may have come with the page. */
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
    resources: new Map(),
    instituteId: session.instituteId,
    loanIds: session.loanIds,
    takeEarlyInput,
    startNewCreation: () => removeIdempotencyKey(session.tab),
    saveLoanToken: session.storeLoanToken,
  };
  return { wizard: provideWizardActors(services, dependencies), services };
}

function provideWizardActors(
  services: Services,
  { session, language }: AppDependencies,
): typeof wizardMachine {
  const { call } = services;
  const loanActors = fetchedLoanActors({ call, tab: session.tab, resources: () => services.resources });
  return provideActors(wizardMachine, {
    // In a chunk of its own: only a device that has begun an application looks for an earlier one.
    findEarlierLoan: fromPromise(async ({ input, signal }) => {
      if (session.loanIds().length === 0) return ok(null);
      const module = await import('../apply/device-loans.ts').catch(() => null);
      if (!module) return { kind: 'unreachable' };
      return ok(await module.findEarlierLoan(services, input, services.today(), signal));
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
      const [outcome, areActorsFetched] = await Promise.all([
        call('getLoan', { path: { id: loanId } }, { signal }),
        loanActors.fetch(),
      ]);
      if (outcome.kind !== 'ok') return outcome;
      // Extends the token's lifetime on this device by a day.
      const token = session.loanToken(loanId);
      if (token !== null) session.storeLoanToken(loanId, token);
      return areActorsFetched ? outcome : { kind: 'unreachable' };
    }),
    findInstitution: deferredLogic(() => loanActors.get().findInstitution),
    saveStudents: deferredLogic(() => loanActors.get().saveStudents),
    loadEmiOptions: deferredLogic(() => loanActors.get().loadEmiOptions),
    saveApplication: deferredLogic(() => loanActors.get().saveApplication),
    pushToLender: deferredLogic(() => loanActors.get().pushToLender),
    refreshVerdict: deferredLogic(() => loanActors.get().refreshVerdict),
    draft: deferredLogic(() => loanActors.get().draft),
    bankLookup: deferredLogic(() => loanActors.get().bankLookup),
    placeLookup: deferredLogic(() => loanActors.get().placeLookup),
  });
}

/**
 * The loan's actors are in a chunk of their own, because the first screen does not need them. The chunk is fetched before
 * a loan is read, and no loan actor is started before that.
 */
function fetchedLoanActors(dependencies: LoanActorDependencies): {
  fetch: () => Promise<boolean>;
  get: () => LoanActors;
} {
  let actors: LoanActors | undefined;
  return {
    /** False where the chunk could not be fetched; the next call tries again. */
    fetch: async () => {
      const module = await import('./loan-actors.ts').catch(() => null);
      if (module) actors ??= module.createLoanActors(dependencies);
      return module !== null;
    },
    get: () => {
      if (!actors) throw new Error('An actor of a loan was started before a loan was read');
      return actors;
    },
  };
}

/**
 * The composition root of the embedded flow: the one place that gives the wizard its actors and the screens their
 * services. Nothing that it puts together knows of the network, the browser's storage or the clock.
 */
import { fromPromise } from 'xstate';
import { embeddedLenderId } from '../../domain/lenders.ts';
import { pushOf } from '../../domain/push.ts';
import { todayInIndia } from '../../domain/today.ts';
import type { Language } from '../../domain/wire.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { wizardMachine } from '../../machines/wizard.ts';
import { type Call, createCall } from '../api/call.ts';
import type { Services } from '../apply/services.ts';
import { idempotencyKeyFor } from '../idempotency-key.ts';
import type { Session } from '../session.ts';
import { provideDrafts } from './drafts.ts';

export interface AppDependencies {
  session: Session;
  supportPhone: string;
  /** The language that is shown now. */
  language: () => Language;
  /** Now, by the server's clock. */
  now: () => Date;
}

export interface AppServices {
  wizard: typeof wizardMachine;
  services: Services;
}

export function createAppServices(dependencies: AppDependencies): AppServices {
  const { session, supportPhone, now } = dependencies;
  const call = createCall(session);
  const services: Services = {
    call,
    loadDocumentServices: once(async () => {
      const { createDocumentServices } = await import('./document-services.ts');
      return createDocumentServices({ call, now });
    }),
    now,
    today: () => todayInIndia(now()),
    supportPhone,
    tab: session.tab,
    testLoans: session.test,
    resources: new Map(),
    saveLoanToken: session.storeLoanToken,
  };
  return { wizard: provideWizardActors(call, dependencies), services };
}

/** One promise a page. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () => (opening ??= open());
}

function provideWizardActors(call: Call, { session, language }: AppDependencies): typeof wizardMachine {
  return provideActors(wizardMachine, {
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
      if (outcome.kind === 'decided')
        session.storeLoanToken(outcome.value.loan_id, outcome.value.access_token);
      return outcome;
    }),
    readLoan: fromPromise(async ({ input: { loanId }, signal }) => {
      const outcome = await call('getLoan', { path: { id: loanId } }, { signal });
      // The day for which the device keeps the token begins anew.
      const token = session.loanToken(loanId);
      if (outcome.kind === 'decided' && token !== null) session.storeLoanToken(loanId, token);
      return outcome;
    }),
    findInstitution: fromPromise(({ input: { id }, signal }) =>
      call('getInstitute', { path: { id } }, { signal }),
    ),
    saveStudents: fromPromise(({ input: { loanId, changes }, signal }) =>
      call('saveStudents', { path: { id: loanId }, body: { data: changes } }, { signal }),
    ),
    loadEmiOptions: fromPromise(({ input: { courseId }, signal }) =>
      call('listEmiOptions', { path: { id: courseId } }, { signal }),
    ),
    saveApplication: fromPromise(({ input: { loanId, application }, signal }) =>
      call('saveApplication', { path: { id: loanId }, body: { data: application } }, { signal }),
    ),
    askLender: fromPromise(({ input: { loan }, signal }) =>
      call('createOnLender', { path: { lender_id: embeddedLenderId }, body: pushOf(loan) }, { signal }),
    ),
    draft: provideDrafts(call, session.tab),
  });
}

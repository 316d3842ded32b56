/**
 * The composition root of a customer's application: the wizard of the embedded flow with calls by the customer's session.
 * Its chunk is fetched by the first application that is opened.
 */
import { createActor, fromPromise } from 'xstate';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { OpenApplication } from '../account/application/open-application.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import type { Call } from '../api/call.ts';
import { readSeenVerdict } from '../apply/shared/seen-verdict.ts';
import type { Services } from '../apply/shared/wizard.tsx';
import type { SupportContact } from '../ui/support-links.tsx';
import type { TabStore } from '../hooks/tab-store.ts';
import type { LoadDocumentServices } from '../documents/services.ts';
import { createLoanActors, provideLoanPage } from './loan-actors.ts';

export interface CustomerApplicationDependencies {
  /** Calls the API with the customer's session. */
  call: Call;
  loadDocumentServices: LoadDocumentServices;
  /** The tab's storage of unsent input. */
  tab: TabStore;
  support: SupportContact;
  now: () => Date;
}

export function createOpenApplication(dependencies: CustomerApplicationDependencies): OpenApplication {
  const { call, tab, now } = dependencies;
  // There is no create form here: a customer begins a loan on the dashboard, which has that place's name.
  const logic = provideLoanPage(tab).provide({
    actors: {
      ...createLoanActors({ call, tab }),
      readLoan: fromPromise(({ input: { loanId }, signal }) =>
        call('getLoan', { path: { id: loanId } }, { signal }),
      ),
    },
  });
  const createServices = (): Services => ({
    ...dependencies,
    today: () => todayInIndia(now()),
    readMyLoan: (loanId, signal) => call('readMyLoan', { path: { id: loanId } }, { signal }),
    apiKey: null,
    testLoans: false,
    instituteId: null,
    loanIds: () => [],
    takeEarlyInput: () => null,
    saveLoanToken: () => undefined,
  });
  return (loanId, place) => {
    const input = { hasKey: true, loanId, place, seenVerdict: readSeenVerdict(tab) };
    return { wizard: createActor(logic, { input, ...actorOptions }), services: createServices() };
  };
}

/**
 * The edge: the one place that gives the wizard its actors and the screens their services. Inside of it nothing
 * knows of the network, the browser's storage or the clock. What is needed only once there is a loan lies in
 * edge-later.ts, so that the first screen does not carry it.
 */
import { fromPromise } from 'xstate';
import { todayInIndia } from '../domain/dates.ts';
import { type Person, wizardMachine } from '../machines/wizard.ts';
import { openClient } from './api/client.ts';
import { type NewLoan, openFirstCalls } from './api/first-calls.ts';
import type { Services } from './apply/services.ts';
import { creationKey } from './creation.ts';
import type { Later } from './edge-later.ts';
import type { Session } from './session.ts';

export interface Surroundings {
  session: Session;
  supportPhone: string;
  /** The language that people read now, as its stored code. */
  language: () => NonNullable<NewLoan['language']>;
  /** Now, by the server's clock. */
  now: () => Date;
}

export interface Edge {
  wizard: ReturnType<typeof provideWizard>;
  services: Services;
  /** Fetches what the steps of a loan need; rejects where it cannot be had, and may be called again. */
  fetchLater: () => Promise<unknown>;
}

export function openEdge(around: Surroundings): Edge {
  const client = openClient(around.session);
  let later: Promise<Later> | null = null;
  const fetchLater = () => {
    later ??= import('./edge-later.ts').then(({ openLater }) => openLater(client, around.session));
    later.catch(() => {
      later = null;
    });
    return later;
  };
  const call = callOf(fetchLater);
  return {
    wizard: provideWizard(openFirstCalls(client), call, around),
    services: provideServices(call, around),
    fetchLater,
  };
}

type Call = ReturnType<typeof callOf>;

/** A call of edge-later.ts by its name; where the code cannot be fetched, nobody is reached. */
function callOf(fetchLater: () => Promise<Later>) {
  return <Name extends keyof Later>(name: Name): Later[Name] => {
    const call = async (...args: unknown[]) => {
      const calls = await fetchLater().catch(() => null);
      return calls ? (calls[name] as (...given: unknown[]) => unknown)(...args) : { kind: 'unreachable' };
    };
    return call as Later[Name];
  };
}

function provideWizard(
  first: ReturnType<typeof openFirstCalls>,
  call: Call,
  { session, language }: Surroundings,
) {
  return wizardMachine.provide({
    actors: {
      checkEmail: fromPromise(({ input, signal }) => first.verifyEmail(input.email, signal)),

      createLoan: fromPromise<Awaited<ReturnType<typeof first.createLoan>>, Person>(
        async ({ input, signal }) => {
          const body = {
            ...input,
            email_verified: true,
            ...(session.instituteId === null ? {} : { institute_id: session.instituteId }),
            ...(session.test ? { test: true } : {}),
            language: language(),
          };
          const outcome = await first.createLoan(body, creationKey(session.tab, body), signal);
          if (outcome.kind === 'decided') session.keepLoan(outcome.value.loan_id, outcome.value.access_token);
          return outcome;
        },
      ),

      readLoan: fromPromise(async ({ input, signal }) => {
        const outcome = await first.getLoan(input.loanId, signal);
        const token = session.tokenOf(input.loanId);
        if (outcome.kind === 'decided' && token !== null) session.keepLoan(input.loanId, token);
        return outcome;
      }),

      findInstitution: fromPromise(({ input, signal }) => call('getInstitute')(input.id, signal)),
      saveStudents: fromPromise(({ input, signal }) =>
        call('saveStudents')(input.loanId, input.changes, signal),
      ),
      loadEmiOptions: fromPromise(({ input, signal }) => call('listEmiOptions')(input.courseId, signal)),
      saveApplication: fromPromise(({ input, signal }) =>
        call('saveApplication')(input.loanId, input.application, signal),
      ),
      askLender: fromPromise(({ input, signal }) => call('push')(input.loan, signal)),
    },
  });
}

function provideServices(call: Call, { session, supportPhone, now }: Surroundings): Services {
  return {
    searchInstitutes: call('searchInstitutes'),
    getInstitute: call('getInstitute'),
    listCourses: call('listCourses'),
    listStates: call('listStates'),
    listCities: call('listCities'),
    placeOf: call('getPincode'),
    listBanks: call('listBanks'),
    tieReceipt: call('tieReceipt'),
    uploads: { put: call('upload') },
    readDraft: call('getDraft'),
    keepDraft: call('keepDraft'),
    today: () => todayInIndia(now()),
    supportPhone,
    tab: session.tab,
    testLoans: session.test,
  };
}

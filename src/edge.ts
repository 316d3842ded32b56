/**
 * The edge: the one file that gives the wizard its actors and the screens their services. Inside of it nothing
 * knows of the network, the browser's storage or the clock.
 */
import { fromPromise } from 'xstate';
import { todayInIndia } from '../domain/dates.ts';
import { pushOf } from '../domain/push.ts';
import type { Person } from '../machines/wizard.ts';
import { wizardMachine } from '../machines/wizard.ts';
import { type Calls, openCalls } from './api/calls.ts';
import { apiBase, headersOf } from './api/client.ts';
import type { Services } from './apply/services.ts';
import { creationKey } from './creation.ts';
import type { Session } from './session.ts';
import { serverStore } from './storage/server.ts';

export interface Edge {
  wizard: ReturnType<typeof provideWizard>;
  services: Services;
}

export interface Surroundings {
  session: Session;
  supportPhone: string;
  /** The language that people read now, as its stored code. */
  language: () => NonNullable<Parameters<Calls['createLoan']>[0]['language']>;
  /** Now, by the server's clock. */
  now: () => Date;
}

export function openEdge(around: Surroundings): Edge {
  const calls = openCalls(around.session);
  return { wizard: provideWizard(calls, around), services: provideServices(calls, around) };
}

function provideWizard(calls: Calls, { session, language }: Surroundings) {
  return wizardMachine.provide({
    actors: {
      checkEmail: fromPromise(({ input, signal }) => calls.verifyEmail(input.email, signal)),

      createLoan: fromPromise<Awaited<ReturnType<Calls['createLoan']>>, Person>(async ({ input, signal }) => {
        const body = {
          ...input,
          email_verified: true,
          ...(session.instituteId === null ? {} : { institute_id: session.instituteId }),
          ...(session.test ? { test: true } : {}),
          language: language(),
        };
        const outcome = await calls.createLoan(body, creationKey(session.tab, body), signal);
        if (outcome.kind === 'decided') session.keepLoan(outcome.value.loan_id, outcome.value.access_token);
        return outcome;
      }),

      readLoan: fromPromise(async ({ input, signal }) => {
        const outcome = await calls.getLoan(input.loanId, signal);
        const token = session.tokenOf(input.loanId);
        if (outcome.kind === 'decided' && token !== null) session.keepLoan(input.loanId, token);
        return outcome;
      }),

      findInstitution: fromPromise(({ input, signal }) => calls.getInstitute(input.id, signal)),
      saveStudents: fromPromise(({ input, signal }) =>
        calls.saveStudents(input.loanId, input.changes, signal),
      ),
      loadEmiOptions: fromPromise(({ input, signal }) => calls.listEmiOptions(input.courseId, signal)),
      saveApplication: fromPromise(({ input, signal }) =>
        calls.saveApplication(input.loanId, input.application, signal),
      ),
      askLender: fromPromise(({ input, signal }) => calls.createOnLender(pushOf(input.loan), signal)),
    },
  });
}

function provideServices(calls: Calls, { session, supportPhone, now }: Surroundings): Services {
  return {
    searchInstitutes: calls.searchInstitutes,
    getInstitute: calls.getInstitute,
    listCourses: calls.listCourses,
    listStates: calls.listStates,
    listCities: calls.listCities,
    placeOf: calls.getPincode,
    listBanks: calls.listBanks,
    tieReceipt: calls.tieReceipt,
    uploads: {
      put: (name, ...rest) =>
        serverStore({ base: apiBase, headers: () => headersOf(session, name.loanId) }).put(name, ...rest),
    },
    readDraft: calls.getDraft,
    keepDraft: (id, step, version, body, signal) => calls.keepDraft({ id, step, version }, body, signal),
    today: () => todayInIndia(now()),
    supportPhone,
    tab: session.tab,
    lockedInstitute: session.instituteId,
    testLoans: session.test,
  };
}

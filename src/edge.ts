/**
 * The edge: the one place that gives the wizard its actors and the screens their services. Inside of it nothing
 * knows of the network, the browser's storage or the clock.
 */
import { fromPromise } from 'xstate';
import { todayInIndia } from '../domain/today.ts';
import { type Person, wizardMachine } from '../machines/wizard.ts';
import { type Calls, type NewLoan, openCalls } from './api/calls.ts';
import { openClient } from './api/client.ts';
import type { Services } from './apply/services.ts';
import { creationKey } from './creation.ts';
import { openSending, type Sending } from './edge-sending.ts';
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
}

export function openEdge(around: Surroundings): Edge {
  const { session, supportPhone, now } = around;
  const client = openClient(session);
  const calls = openCalls(client);
  // What sends is there from the start: a browser does not fetch a lost piece of code again, and Submit must work.
  const { push } = openSending(client, session);
  const services: Services = {
    ...calls,
    openDocuments: once(() =>
      import('./edge-documents.ts').then((edge) => edge.openDocuments({ client, session, now })),
    ),
    openReentry: once(() => import('./edge-reentry.ts').then((edge) => edge.openReentry(client, session))),
    now,
    today: () => todayInIndia(now()),
    supportPhone,
    tab: session.tab,
    testLoans: session.test,
  };
  return { wizard: provideWizard({ ...calls, push }, around), services };
}

/** One promise a page. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () => (opening ??= open());
}

function provideWizard(calls: Calls & Pick<Sending, 'push'>, { session, language }: Surroundings) {
  return wizardMachine.provide({
    actors: {
      checkEmail: fromPromise(({ input, signal }) => calls.verifyEmail(input.email, signal)),

      createLoan: fromPromise<Awaited<ReturnType<typeof calls.createLoan>>, Person>(
        async ({ input, signal }) => {
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
        },
      ),

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
      askLender: fromPromise(({ input, signal }) => calls.push(input.loan, signal)),
    },
  });
}

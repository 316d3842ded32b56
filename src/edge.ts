/**
 * The edge: the one place that gives the wizard its actors and the screens their services. Inside of it nothing
 * knows of the network, the browser's storage or the clock. What is needed only once there is a loan lies in
 * edge-later.ts, so that the first screen does not carry it.
 */
import { fromPromise } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import { todayInIndia } from '../domain/today.ts';
import { type Person, wizardMachine } from '../machines/wizard.ts';
import { openClient } from './api/client.ts';
import { type NewLoan, openFirstCalls } from './api/first-calls.ts';
import type { PageServices, Services } from './apply/services.ts';
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
  const { session, supportPhone, now } = around;
  const client = openClient(session);
  const services: PageServices = {
    today: () => todayInIndia(now()),
    supportPhone,
    tab: session.tab,
    testLoans: session.test,
  };
  let whole: (Later & PageServices) | undefined;
  const fetchLater = async () => {
    const { openLater } = await import('./edge-later.ts');
    whole ??= Object.assign(services, openLater(client, session));
    return whole;
  };
  return {
    wizard: provideWizard(openFirstCalls(client), fetchLater, around),
    // The router shows a step once they are whole.
    services: services as Services,
    fetchLater,
  };
}

function provideWizard(
  first: ReturnType<typeof openFirstCalls>,
  fetchLater: () => Promise<Later>,
  { session, language }: Surroundings,
) {
  // Where the code cannot be fetched, nobody is reached.
  const ask = <T>(call: (later: Later) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    fetchLater().then(call, () => ({ kind: 'unreachable' }));
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

      findInstitution: fromPromise(({ input, signal }) =>
        ask((calls) => calls.getInstitute(input.id, signal)),
      ),
      saveStudents: fromPromise(({ input, signal }) =>
        ask((calls) => calls.saveStudents(input.loanId, input.changes, signal)),
      ),
      loadEmiOptions: fromPromise(({ input, signal }) =>
        ask((calls) => calls.listEmiOptions(input.courseId, signal)),
      ),
      saveApplication: fromPromise(({ input, signal }) =>
        ask((calls) => calls.saveApplication(input.loanId, input.application, signal)),
      ),
      askLender: fromPromise(({ input, signal }) => ask((calls) => calls.push(input.loan, signal))),
    },
  });
}

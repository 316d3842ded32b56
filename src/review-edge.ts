/**
 * The edge of the reviewer's desk: the one place that gives its machines their actors. A call whose session has
 * ended waits until its reviewer has signed in again, and then goes on.
 */
import { bytesAt } from './api/bytes.ts';
import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import { deskMachine } from '../machines/desk/application.ts';
import { queueMachine } from '../machines/desk/queue.ts';
import { sessionMachine } from '../machines/desk/session.ts';
import { openReviewCalls } from './api/review-calls.ts';
import { inspect } from './inspect/tap.ts';
import type { DeskServices } from './review/services.ts';
import type { Store } from './stores.ts';

export interface DeskSurroundings {
  /** What this tab keeps of unsent work. */
  tab: Store;
  /** Now, by the server's clock. */
  now: () => Date;
}

export function openDeskEdge({ tab, now }: DeskSurroundings): DeskServices {
  const calls = openReviewCalls();
  const session = createActor(
    sessionMachine.provide({
      actors: {
        currentReviewer: fromPromise(({ signal }) => calls.currentReviewer(signal)),
        signIn: fromPromise(({ input, signal }) => calls.signIn(input, signal)),
        signOut: fromPromise(({ signal }) => calls.signOut(signal)),
      },
    }),
    { ...(import.meta.env.DEV && { inspect }) },
  );
  const within = <T>(call: () => Promise<Outcome<T>>, signal: AbortSignal) =>
    inSession(session, call, signal);
  const readAll = async (id: string, signal: AbortSignal) => {
    const [application, timeline] = await Promise.all([
      calls.getApplication(id, signal),
      calls.getTimeline(id, signal),
    ]);
    if (application.kind !== 'decided') return application;
    return {
      kind: 'decided' as const,
      value: {
        application: application.value,
        timeline: timeline.kind === 'decided' ? timeline.value : null,
      },
    };
  };
  return {
    session,
    queue: queueMachine.provide({
      actors: {
        search: fromPromise(({ input, signal }) =>
          within(() => calls.searchApplications(input, signal), signal),
        ),
      },
    }),
    desk: deskMachine.provide({
      actors: {
        readApplication: fromPromise(({ input, signal }) =>
          within(() => readAll(input.loanId, signal), signal),
        ),
        keepPresence: fromPromise(({ input, signal }) =>
          within(() => calls.keepPresence(input.loanId, signal), signal),
        ),
        act: fromPromise(({ input, signal }) =>
          within(() => calls.actOnApplication(input.loanId, input.acts, signal), signal),
        ),
        push: fromPromise(({ input, signal }) =>
          within(() => calls.pushApplication(input.loanId, input.version, signal), signal),
        ),
      },
    }),
    async readDocument(loanId, type, eTag, signal) {
      const signed = await within(() => calls.addressOfContent(loanId, type, eTag, signal), signal);
      if (signed.kind !== 'decided') return signed;
      const { address, password } = signed.value;
      const read = await bytesAt(address, signal);
      return read.kind === 'decided' ? { kind: 'decided', value: { bytes: read.value, password } } : read;
    },
    tab,
    now,
  };
}

/** What one reviewer has begun, no other one's session finishes. */
async function inSession<T>(
  session: ActorRefFrom<typeof sessionMachine>,
  call: () => Promise<Outcome<T>>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const { reviewer, signIns } = session.getSnapshot().context;
  const outcome = await call();
  if (outcome.kind !== 'refused' || outcome.status !== 401 || signal.aborted) return outcome;
  if (session.getSnapshot().context.signIns === signIns) session.send({ type: 'session.lost' });
  const again = await waitFor(session, (now) => now.matches('signedIn'), { signal }).catch(() => null);
  return again && again.context.reviewer?.id === reviewer?.id
    ? inSession(session, call, signal)
    : { kind: 'unreachable' };
}

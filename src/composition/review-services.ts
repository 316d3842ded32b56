/**
 * The composition root of the reviewer's desk: the one place that gives its machines their actors. A call that
 * gets a 401 waits until the reviewer has signed in again and is then repeated.
 */
import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import { deskMachine } from '../../machines/desk/application.ts';
import { invitationMachine } from '../../machines/desk/invitation.ts';
import { queueMachine } from '../../machines/desk/queue.ts';
import { sessionMachine } from '../../machines/desk/session.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { deskOperations } from '../../openapi/operations.ts';
import { type Call, createCall, staffHeaders } from '../api/call.ts';
import { fetchBlob } from '../api/fetch-blob.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import type { DeskServices } from '../review/services.ts';
import type { BrowserStore } from './browser-store.ts';

export interface ReviewDependencies {
  /** The tab's storage of unsent reviews. */
  tab: BrowserStore;
  device: BrowserStore;
  /** Now, by the server's clock. */
  now: () => Date;
  /** Where the sign-in may have come with the page. */
  takeEarlyInput: DeskServices['takeEarlyInput'];
}

/** Says that a reviewer has signed in on this device; the session itself is in a cookie, which no script can read. */
export const reviewerSignedInKey = 'reviewerSignedIn';

export function createReviewServices({ tab, device, now, takeEarlyInput }: ReviewDependencies): DeskServices {
  const callOnce = createCall(deskOperations, staffHeaders);
  const session = createActor(
    provideActors(sessionMachine, {
      currentReviewer: fromPromise(({ signal }) => callOnce('currentReviewer', {}, { signal })),
      signIn: fromPromise(({ input, signal }) => callOnce('signIn', { body: input }, { signal })),
      signOut: fromPromise(({ signal }) => callOnce('signOut', {}, { signal })),
    }),
    // Where storage is refused, only the cookie can tell.
    {
      input: { mayHaveSession: !device.isPersistent || device.read(reviewerSignedInKey) === true },
      ...actorOptions,
    },
  );
  session.subscribe((snapshot) => {
    if (snapshot.matches('signedIn')) device.write(reviewerSignedInKey, true);
    // A refused sign-in ends no session: another tab may have one.
    if (snapshot.matches('signedOut') && !snapshot.context.refusal) device.remove(reviewerSignedInKey);
  });
  const call: Call = (id, params, options) =>
    inSession(session, () => callOnce(id, params, options), options.signal);
  return {
    session,
    queue: provideActors(queueMachine, {
      search: fromPromise(({ input, signal }) => call('searchApplications', { body: input }, { signal })),
    }),
    desk: provideActors(deskMachine, {
      readApplication: fromPromise(({ input, signal }) => readApplication(call, input.loanId, signal)),
      reportPresence: fromPromise(({ input: { loanId }, signal }) =>
        call('keepPresence', { path: { id: loanId } }, { signal }),
      ),
      act: fromPromise(({ input: { loanId, acts }, signal }) =>
        call('actOnApplication', { path: { id: loanId }, body: acts }, { signal }),
      ),
      push: fromPromise(({ input: { loanId, version }, signal }) =>
        call('pushApplication', { path: { id: loanId }, body: { version } }, { signal }),
      ),
    }),
    // Nobody has a session who was only invited.
    invitation: provideActors(invitationMachine, {
      readInvitation: fromPromise(({ input, signal }) =>
        callOnce('readInvitation', { body: input }, { signal }),
      ),
      acceptInvitation: fromPromise(async ({ input, signal }) => {
        const outcome = await callOnce('acceptInvitation', { body: input }, { signal });
        // It begins a session, which the next page restores.
        if (outcome.kind === 'ok') device.write(reviewerSignedInKey, true);
        return outcome;
      }),
    }),
    call,
    fetchBlob,
    resources: new Map(),
    tab,
    now,
    takeEarlyInput,
  };
}

/** The application; its timeline is null where it could not be read. */
async function readApplication(call: Call, loanId: string, signal: AbortSignal) {
  const path = { id: loanId };
  const [application, timeline] = await Promise.all([
    call('getApplication', { path }, { signal }),
    call('getTimeline', { path }, { signal }),
  ]);
  if (application.kind !== 'ok') return application;
  return {
    kind: 'ok' as const,
    value: {
      application: application.value,
      timeline: timeline.kind === 'ok' ? timeline.value : null,
    },
  };
}

/** A call is not repeated in the session of another reviewer. */
async function inSession<T>(
  session: ActorRefFrom<typeof sessionMachine>,
  call: () => Promise<Outcome<T>>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const { reviewer, signIns } = session.getSnapshot().context;
  const outcome = await call();
  if (outcome.kind !== 'refused' || outcome.status !== 401 || signal.aborted) return outcome;
  if (session.getSnapshot().context.signIns === signIns) session.send({ type: 'session.expired' });
  const again = await waitFor(session, (now) => now.matches('signedIn'), { signal }).catch(() => null);
  return again && again.context.reviewer?.id === reviewer?.id
    ? inSession(session, call, signal)
    : { kind: 'unreachable' };
}

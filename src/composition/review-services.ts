/** The composition root of the reviewer's desk: the one place that gives its machines their actors. */
import { fromPromise } from 'xstate';
import { deskMachine } from '../../machines/desk/application.ts';
import { invitationMachine } from '../../machines/desk/invitation.ts';
import { queueMachine } from '../../machines/desk/queue.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import { deskOperations } from '../../openapi/operations.ts';
import { type Call, createCall, staffHeaders } from '../api/call.ts';
import { fetchBlob } from '../api/fetch-blob.ts';
import type { DeskServices } from '../review/services.ts';
import type { BrowserStore } from './browser-store.ts';
import { createSessionActor, createSessionCall } from './session-call.ts';

export interface ReviewDependencies {
  /** The tab's storage of unsent reviews. */
  tab: BrowserStore;
  device: BrowserStore;
  now: () => Date;
  /** Returns what was typed into a prerendered sign-in before the desk ran. */
  takeEarlyInput: DeskServices['takeEarlyInput'];
}

/** Says that a reviewer has signed in on this device; the session itself is in a cookie, which no script can read. */
export const reviewerSignedInKey = 'reviewerSignedIn';

export function createReviewServices({ tab, device, now, takeEarlyInput }: ReviewDependencies): DeskServices {
  const callOnce = createCall(deskOperations, staffHeaders);
  const session = createSessionActor(device, reviewerSignedInKey, {
    restore: (signal) => callOnce('currentReviewer', {}, { signal }),
    signOut: (signal) => callOnce('signOut', {}, { signal }),
  });
  const call = createSessionCall(callOnce, () => session);
  return {
    session,
    signIn: (credentials, options) => callOnce('signIn', { body: credentials }, options),
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
    // An invited reviewer has no session yet.
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
    tab,
    now,
    takeEarlyInput,
  };
}

/** Reads the application; its timeline is null if it could not be read. */
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

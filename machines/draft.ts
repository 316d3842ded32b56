/**
 * A draft of one step: what was typed goes to the server at each pause, and what somebody else kept there
 * meanwhile is put before the person. What lies in the tab is written by whoever watches the context.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';

/** What a step's inputs hold, valid or not. */
export type DraftBody = Record<string, unknown>;

export interface ServerDraft {
  version: number;
  body: DraftBody | null;
}

/** What is known of a draft; also what the tab keeps of it. */
export interface DraftRecord {
  body: DraftBody | null;
  /** The server's version that `body` builds on; null while the server's draft was never read. */
  version: number | null;
  /** Whether the server has `body`. */
  sent: boolean;
}

export interface DraftContext extends DraftRecord {
  /** What is being sent; typing goes on meanwhile. */
  onItsWay: DraftBody | null;
  /** What the server has in place of what this page knew. */
  theirs: { version: number; body: DraftBody } | null;
  /** Counts how often the inputs must start anew. */
  round: number;
}

export type DraftEvent =
  | { type: 'draft.typed'; body: DraftBody }
  | { type: 'page.hidden' }
  | { type: 'connection.returned' }
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'save.started' }
  | { type: 'save.failed' }
  | { type: 'step.saved' };

const nothing: DraftRecord = { body: null, version: 0, sent: true };

export const draftMachine = setup({
  types: { context: {} as DraftContext, events: {} as DraftEvent, input: {} as { tab: DraftRecord | null } },
  actors: {
    readDraft: fromPromise<Outcome<ServerDraft>>(() => {
      throw new Error('The edge provides no readDraft');
    }),
    keepDraft: fromPromise<Outcome<{ version: number }>, { version: number; body: DraftBody }>(() => {
      throw new Error('The edge provides no keepDraft');
    }),
  },
  guards: {
    somethingIsUnsent: ({ context }) => context.body !== null && !context.sent,
    versionIsUnknown: ({ context }) => context.version === null,
    draftsDiffer: ({ context }) => context.theirs !== null,
    wasDecided: (_, params: { outcome: Outcome<unknown> }) => params.outcome.kind === 'decided',
    isStale: (_, params: { outcome: Outcome<unknown> }) =>
      params.outcome.kind === 'refused' && params.outcome.status === 412,
    isFinal: (_, params: { outcome: Outcome<unknown> }) =>
      params.outcome.kind === 'refused' && params.outcome.status < 500 && params.outcome.status !== 429,
  },
  actions: {
    remember: assign((_, params: { body: DraftBody }) => ({ body: params.body, sent: false })),
    reconcile: assign(({ context }, params: { outcome: Outcome<ServerDraft> }) =>
      params.outcome.kind === 'decided' ? reconciled(context, params.outcome.value) : {},
    ),
    rememberSending: assign(({ context }) => ({ onItsWay: context.body })),
    rememberSent: assign(({ context }, params: { outcome: Outcome<{ version: number }> }) =>
      params.outcome.kind === 'decided'
        ? { version: params.outcome.value.version, sent: context.body === context.onItsWay }
        : {},
    ),
    forgetVersion: assign({ version: null }),
    keepMine: assign(({ context }) => ({
      version: context.theirs?.version ?? context.version,
      theirs: null,
    })),
    takeTheirs: assign(({ context }) => ({
      ...(context.theirs ?? {}),
      sent: true,
      theirs: null,
      round: context.round + 1,
    })),
    forget: assign({ ...nothing, theirs: null }),
  },
  delays: { pause: 800, patience: 4_000, retry: 15_000 },
}).createMachine({
  id: 'draft',
  context: ({ input }) => ({
    ...(input.tab ?? { ...nothing, version: null }),
    onItsWay: null,
    theirs: null,
    round: 0,
  }),
  initial: 'reading',
  on: { 'save.started': '.held', 'step.saved': { target: '.resting', actions: 'forget' } },
  states: {
    reading: {
      after: { patience: 'deciding' },
      invoke: {
        id: 'readDraft',
        src: 'readDraft',
        onDone: {
          target: 'deciding',
          actions: { type: 'reconcile', params: ({ event }) => ({ outcome: event.output }) },
        },
      },
    },
    deciding: {
      always: [
        { guard: 'draftsDiffer', target: 'differing' },
        { guard: 'somethingIsUnsent', target: 'pausing' },
        { target: 'resting' },
      ],
    },
    resting: { on: { 'draft.typed': typed() } },
    pausing: {
      after: { pause: 'due' },
      on: { 'draft.typed': typed(), 'page.hidden': 'due' },
    },
    due: { always: [{ guard: 'versionIsUnknown', target: 'asking' }, { target: 'sending' }] },
    sending: {
      entry: 'rememberSending',
      on: {
        'draft.typed': {
          actions: { type: 'remember', params: ({ event }) => ({ body: event.body }) },
        },
      },
      invoke: {
        id: 'keepDraft',
        src: 'keepDraft',
        input: ({ context }) => ({ version: context.version ?? 0, body: context.body ?? {} }),
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'deciding',
            actions: { type: 'rememberSent', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isStale', params: ({ event }) => ({ outcome: event.output }) },
            target: 'asking',
            actions: 'forgetVersion',
          },
          {
            guard: { type: 'isFinal', params: ({ event }) => ({ outcome: event.output }) },
            target: 'keptHere',
          },
          { target: 'keptForLater' },
        ],
      },
    },
    // The server has another version than this page knows, or this page knows none.
    asking: {
      on: {
        'draft.typed': {
          actions: { type: 'remember', params: ({ event }) => ({ body: event.body }) },
        },
      },
      invoke: {
        id: 'askForDraft',
        src: 'readDraft',
        onDone: [
          {
            guard: { type: 'wasDecided', params: ({ event }) => ({ outcome: event.output }) },
            target: 'deciding',
            actions: { type: 'reconcile', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            guard: { type: 'isFinal', params: ({ event }) => ({ outcome: event.output }) },
            target: 'keptHere',
          },
          { target: 'keptForLater' },
        ],
      },
    },
    keptForLater: {
      after: { retry: 'due' },
      on: { 'draft.typed': typed(), 'connection.returned': 'due' },
    },
    // The server will not have it, whatever the reason; the tab has it.
    keptHere: { on: { 'draft.typed': typed() } },
    differing: {
      on: {
        'mine.chosen': { target: 'sending', actions: 'keepMine' },
        'theirs.chosen': { target: 'resting', actions: 'takeTheirs' },
        'draft.typed': {
          actions: { type: 'remember', params: ({ event }) => ({ body: event.body }) },
        },
      },
    },
    // While the step itself is being saved, nothing of it is sent that could outlive the save.
    held: {
      on: {
        'save.failed': 'deciding',
        'draft.typed': {
          actions: { type: 'remember', params: ({ event }) => ({ body: event.body }) },
        },
      },
    },
  },
});

function typed() {
  return {
    target: 'pausing' as const,
    reenter: true,
    actions: {
      type: 'remember' as const,
      params: ({ event }: { event: { body: DraftBody } }) => ({ body: event.body }),
    },
  };
}

/** What a page knows once it has read the server's draft: unsent typing wins, or is put beside the other. */
function reconciled(mine: DraftRecord, server: ServerDraft): Partial<DraftContext> {
  const { version, body } = server;
  if (mine.body === null || (mine.sent && mine.version !== version)) return { version, body, sent: true };
  if (mine.version === version || body === null) return { version };
  if (sameJson(mine.body, body)) return { version, sent: true };
  return { theirs: { version, body } };
}

/** Equal as JSON values; a database may answer with an object's members in another order. */
function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [mine, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    mine.length === other.size &&
    mine.every(([key, value]) => other.has(key) && sameJson(value, other.get(key)))
  );
}

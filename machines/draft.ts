/**
 * A draft of one step: what was typed goes to the server once typing pauses, and what another tab or device saved
 * meanwhile is put before the person. The tab has a copy of the draft after every change.
 */
import { type ActorLogic, type ActorRefFrom, assign, fromCallback, setup, type SnapshotFrom } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { DraftedStep } from '../domain/steps.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  valueOf,
  withOutcome,
} from './outcome.ts';

/** Whose inputs a draft holds; `answers` are the written answers to a reviewer's queries. */
export type DraftStep = DraftedStep | 'answers';

/** What a step's inputs hold, valid or not. */
export type DraftBody = Record<string, unknown>;

export interface ServerDraft {
  version: number;
  body: DraftBody | null;
}

/** What is known of a draft, and what the tab's copy of it holds. */
export interface DraftRecord {
  body: DraftBody | null;
  /** The server's version that `body` builds on; null while the server's draft was never read. */
  version: number | null;
  /** Whether the server has `body`. */
  sent: boolean;
}

export interface DraftInput {
  loanId: string;
  step: DraftStep;
}

export interface DraftContext extends DraftInput, DraftRecord {
  /** The body of the request that is under way; typing goes on meanwhile. */
  inFlight: DraftBody | null;
  /** The server's draft, where it conflicts with unsent typing. */
  theirs: { version: number; body: DraftBody } | null;
  /** Another number whenever the form must start again from `body`. */
  resetKey: number;
}

export type DraftEvent =
  | { type: 'draft.opened' }
  | { type: 'draft.typed'; body: DraftBody }
  | { type: 'page.hidden' }
  | { type: 'connection.restored' }
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'save.started' }
  | { type: 'save.failed' }
  | { type: 'save.succeeded' };

type Update = Partial<DraftContext>;

/** The draft of a step that has been saved as a whole, or of which nothing was typed. */
const noDraft: DraftRecord = { body: null, version: 0, sent: true };

const retryOrGiveUp = [
  { guard: withOutcome('isRejected'), target: 'rejectedByServer' },
  { target: 'retryScheduled' },
] as const;

/** The actions of every change of the record, so that the tab's copy follows each of them. */
const update = <Args>(params: (args: Args) => Update) =>
  [{ type: 'setRecord', params }, 'writeTabCopy'] as const;

const debounce = { target: 'debouncing', reenter: true, actions: update(typed) } as const;

const inputOf = ({ loanId, step }: DraftContext): DraftInput => ({ loanId, step });

export const draftMachine = setup({
  types: {
    context: {} as DraftContext,
    events: {} as DraftEvent,
    input: {} as DraftInput,
    tags: {} as 'reading',
  },
  actors: {
    readTabCopy: placeholderActor<DraftRecord | null, DraftInput>(),
    readDraft: placeholderActor<Outcome<ServerDraft>, DraftInput>(),
    saveDraft: placeholderActor<
      Outcome<{ version: number }>,
      DraftInput & { version: number; body: DraftBody }
    >(),
    /** Sends `page.hidden` and `connection.restored`. */
    pageEvents: fromCallback<DraftEvent>(() => {}),
  },
  guards: {
    succeeded,
    /** The server has another version than the one that was to be replaced. */
    isOutdated: (_, { outcome }: OutcomeParams) => statusOf(outcome) === 412,
    /** No retry can succeed: neither the server's failure nor its rate limit is the reason. */
    isRejected: (_, { outcome }: OutcomeParams) => {
      const status = statusOf(outcome);
      return status !== null && status < 500 && status !== 429;
    },
    hasConflict: ({ context }) => context.theirs !== null,
    hasUnsentChanges: ({ context }) => context.body !== null && !context.sent,
    versionIsUnknown: ({ context }) => context.version === null,
  },
  actions: {
    setRecord: assign((_, record: Update) => record),
    /** Does nothing unless the composition root provides a storage. */
    writeTabCopy: () => {},
    setInFlight: assign(({ context }) => ({ inFlight: context.body })),
    forgetVersion: assign({ version: null }),
  },
  delays: { debounce: 800, readTimeout: 4_000, retry: 15_000 },
}).createMachine({
  id: 'draft',
  context: ({ input }) => ({
    ...input,
    ...noDraft,
    version: null,
    inFlight: null,
    theirs: null,
    resetKey: 0,
  }),
  initial: 'closed',
  invoke: { src: 'pageEvents' },
  on: {
    'draft.typed': { actions: update(typed) },
    'save.started': '.suspended',
  },
  states: {
    // Nothing is read until the step's form is shown: by then it may be another draft.
    closed: { tags: 'reading', on: { 'draft.opened': 'restoring', 'save.started': {} } },
    restoring: {
      tags: 'reading',
      invoke: {
        src: 'readTabCopy',
        input: ({ context }) => inputOf(context),
        onDone: {
          target: 'reading',
          actions: update(restore),
        },
      },
    },
    reading: {
      tags: 'reading',
      after: { readTimeout: 'deciding' },
      invoke: {
        src: 'readDraft',
        input: ({ context }) => inputOf(context),
        onDone: {
          target: 'deciding',
          actions: update(reconcile),
        },
      },
    },
    deciding: {
      always: [
        { guard: 'hasConflict', target: 'conflict' },
        { guard: 'hasUnsentChanges', target: 'debouncing' },
        { target: 'idle' },
      ],
    },
    idle: { on: { 'draft.typed': debounce } },
    debouncing: {
      after: { debounce: 'flushing' },
      on: { 'draft.typed': debounce, 'page.hidden': 'flushing' },
    },
    flushing: { always: [{ guard: 'versionIsUnknown', target: 'refetching' }, { target: 'sending' }] },
    sending: {
      entry: 'setInFlight',
      invoke: {
        src: 'saveDraft',
        input: ({ context }) => ({
          ...inputOf(context),
          version: context.version ?? 0,
          body: context.body ?? {},
        }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'deciding',
            actions: update(confirmSent),
          },
          { guard: withOutcome('isOutdated'), target: 'refetching' },
          ...retryOrGiveUp,
        ],
      },
    },
    // The server has another version than this page knows, or this page knows none.
    refetching: {
      entry: 'forgetVersion',
      invoke: {
        src: 'readDraft',
        input: ({ context }) => inputOf(context),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'deciding',
            actions: update(reconcile),
          },
          ...retryOrGiveUp,
        ],
      },
    },
    retryScheduled: {
      after: { retry: 'flushing' },
      on: { 'draft.typed': debounce, 'connection.restored': 'flushing' },
    },
    // The tab's copy is the only one, until something else is typed.
    rejectedByServer: { on: { 'draft.typed': debounce } },
    conflict: {
      on: {
        'mine.chosen': {
          target: 'sending',
          actions: update(replaceTheirs),
        },
        'theirs.chosen': {
          target: 'idle',
          actions: update(takeTheirs),
        },
      },
    },
    // While the step itself is being saved, no request of its draft may outlive the save.
    suspended: {
      on: {
        'save.failed': 'deciding',
        'save.succeeded': { target: 'idle', actions: update(discard) },
      },
    },
  },
});

export type DraftActorRef = ActorRefFrom<typeof draftMachine>;

/** What a machine that spawns drafts knows of their logic. */
export type DraftLogic = ActorLogic<SnapshotFrom<typeof draftMachine>, DraftEvent, DraftInput>;

interface Typed {
  event: Extract<DraftEvent, { type: 'draft.typed' }>;
}

interface Known {
  context: DraftContext;
}

interface Answered<T> extends Known {
  event: { output: T };
}

function typed({ event: { body } }: Typed): Update {
  return { body, sent: false };
}

function restore({ event }: Answered<DraftRecord | null>): Update {
  return event.output ?? {};
}

function confirmSent({ context, event }: Answered<Outcome<{ version: number }>>): Update {
  const saved = valueOf(event.output);
  return saved ? { version: saved.version, sent: context.body === context.inFlight } : {};
}

/** What a page knows once it has read the server's draft: unsent typing wins, or conflicts with the other. */
function reconcile({ context: mine, event }: Answered<Outcome<ServerDraft>>): Update {
  const read = valueOf(event.output);
  if (!read) return {};
  const { version, body } = read;
  if (mine.body === null || (mine.sent && mine.version !== version)) return { version, body, sent: true };
  if (mine.version === version || body === null) return { version };
  if (isEqualJson(mine.body, body)) return { version, sent: true };
  return { theirs: { version, body } };
}

function replaceTheirs({ context: { theirs, version } }: Known): Update {
  return { version: theirs?.version ?? version, theirs: null };
}

function takeTheirs({ context: { theirs, resetKey } }: Known): Update {
  return { ...theirs, sent: true, theirs: null, resetKey: resetKey + 1 };
}

function discard(): Update {
  return { ...noDraft, theirs: null };
}

/** Equal as JSON values; a database may answer with an object's members in another order. */
function isEqualJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [mine, other] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    mine.length === other.size &&
    mine.every(([key, value]) => other.has(key) && isEqualJson(value, other.get(key)))
  );
}

/**
 * A draft of one step: typed values are debounced and sent to the server; a draft that another tab or device has saved
 * is a conflict, which the user resolves. The tab has a copy of the draft after every change.
 */
import { type ActorRefFrom, assign, fromCallback, setup } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import type { DraftedStep } from '../domain/pages/steps.ts';
import {
  type OutcomeParams,
  placeholderActor,
  statusOf,
  succeeded,
  valueOf,
  withOutcome,
} from './outcome.ts';

/** The form that a draft belongs to; `answers` are the written answers to a reviewer's queries. */
export type DraftStep = DraftedStep | 'answers';

/** The values of a step's inputs, valid or not. */
export type DraftBody = Record<string, unknown>;

export interface ServerDraft {
  version: number;
  body: DraftBody | null;
}

/** A draft as the tab's copy stores it. */
export interface DraftRecord {
  body: DraftBody | null;
  /** The server's version that `body` builds on; null while the server's draft was never read. */
  version: number | null;
  /** Says whether the server has `body`. */
  sent: boolean;
}

export interface DraftInput {
  loanId: string;
  step: DraftStep;
}

export interface DraftContext extends DraftInput, DraftRecord {
  /** The body of the running request; typing continues during it. */
  inFlight: DraftBody | null;
  /** The server's draft, where it conflicts with unsent typing. */
  conflictingDraft: { version: number; body: DraftBody } | null;
  /** Incremented whenever the form must be reset to `body`. */
  resetKey: number;
}

export type DraftEvent =
  | { type: 'draft.opened' }
  | { type: 'draft.typed'; body: DraftBody }
  | { type: 'page.hidden' }
  | { type: 'connection.restored' }
  | { type: 'localDraft.chosen' }
  | { type: 'serverDraft.chosen' }
  | { type: 'save.started' }
  | { type: 'save.failed' }
  | { type: 'save.succeeded' };

type Update = Partial<DraftContext>;

/** The draft of a step that was saved, or of which nothing was typed. */
const noDraft: DraftRecord = { body: null, version: 0, sent: true };

const retryOrRefused = [
  { guard: withOutcome('isPermanentRefusal'), target: 'refused' },
  { target: 'retryScheduled' },
] as const;

/** Changes the record and writes the tab's copy of it. */
const update = <Args>(params: (args: Args) => Update) =>
  [{ type: 'setRecord', params }, 'writeTabCopy'] as const;

const debounce = { target: 'debouncing', reenter: true, actions: update(editBody) } as const;

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
    /** The server has another version than the one to be replaced. */
    isOutdated: (_, { outcome }: OutcomeParams) => statusOf(outcome) === 412,
    /** A refusal that no retry can change: neither a 5xx nor a 429. */
    isPermanentRefusal: (_, { outcome }: OutcomeParams) => {
      const status = statusOf(outcome);
      return status !== null && status < 500 && status !== 429;
    },
    hasConflict: ({ context }) => context.conflictingDraft !== null,
    hasUnsentChanges: ({ context }) => context.body !== null && !context.sent,
    versionIsUnknown: ({ context }) => context.version === null,
  },
  actions: {
    setRecord: assign((_, record: Update) => record),
    /** Does nothing unless the composition root provides a storage. */
    writeTabCopy: () => {},
    setInFlight: assign(({ context }) => ({ inFlight: context.body })),
    clearVersion: assign({ version: null }),
  },
  delays: { debounce: 800, readTimeout: 4_000, retry: 15_000 },
}).createMachine({
  id: 'draft',
  context: ({ input }) => ({
    ...input,
    ...noDraft,
    version: null,
    inFlight: null,
    conflictingDraft: null,
    resetKey: 0,
  }),
  initial: 'closed',
  invoke: { src: 'pageEvents' },
  on: {
    'draft.typed': { actions: update(editBody) },
    'save.started': '.suspended',
  },
  states: {
    // Read when the step's form is shown: the draft may have changed until then.
    closed: { tags: 'reading', on: { 'draft.opened': 'restoring', 'save.started': {} } },
    restoring: {
      tags: 'reading',
      invoke: {
        src: 'readTabCopy',
        input: ({ context }) => inputOf(context),
        onDone: { target: 'reading', actions: update(restoreTabCopy) },
      },
    },
    reading: {
      tags: 'reading',
      after: { readTimeout: 'evaluating' },
      invoke: {
        src: 'readDraft',
        input: ({ context }) => inputOf(context),
        onDone: { target: 'evaluating', actions: update(reconcile) },
      },
    },
    evaluating: {
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
          { guard: withOutcome('succeeded'), target: 'evaluating', actions: update(confirmSent) },
          { guard: withOutcome('isOutdated'), target: 'refetching' },
          ...retryOrRefused,
        ],
      },
    },
    // The server has another version than this page knows, or this page knows none.
    refetching: {
      entry: 'clearVersion',
      invoke: {
        src: 'readDraft',
        input: ({ context }) => inputOf(context),
        onDone: [
          { guard: withOutcome('succeeded'), target: 'evaluating', actions: update(reconcile) },
          ...retryOrRefused,
        ],
      },
    },
    retryScheduled: {
      after: { retry: 'flushing' },
      on: { 'draft.typed': debounce, 'connection.restored': 'flushing' },
    },
    // The tab's copy is the only one, until the draft is edited or its loan is opened again.
    refused: { on: { 'draft.typed': debounce, 'save.failed': 'evaluating' } },
    conflict: {
      on: {
        'localDraft.chosen': { target: 'sending', actions: update(overwriteServerDraft) },
        'serverDraft.chosen': { target: 'idle', actions: update(acceptServerDraft) },
      },
    },
    // A request of the draft must not arrive after the save of its step.
    suspended: {
      on: {
        'save.failed': 'evaluating',
        'save.succeeded': { target: 'idle', actions: update(discardDraft) },
      },
    },
  },
});

export type DraftActorRef = ActorRefFrom<typeof draftMachine>;

interface TypedArgs {
  event: Extract<DraftEvent, { type: 'draft.typed' }>;
}

interface ContextArgs {
  context: DraftContext;
}

interface DoneArgs<T> extends ContextArgs {
  event: { output: T };
}

function editBody({ event: { body } }: TypedArgs): Update {
  return { body, sent: false };
}

function restoreTabCopy({ event }: DoneArgs<DraftRecord | null>): Update {
  return event.output ?? {};
}

function confirmSent({ context, event }: DoneArgs<Outcome<{ version: number }>>): Update {
  const saved = valueOf(event.output);
  return saved ? { version: saved.version, sent: context.body === context.inFlight } : {};
}

/** Merges the server's draft that was read: unsent changes win, or conflict with a newer version. */
function reconcile({ context: local, event }: DoneArgs<Outcome<ServerDraft>>): Update {
  const read = valueOf(event.output);
  if (!read) return {};
  const { version, body } = read;
  if (local.body === null || (local.sent && local.version !== version)) return { version, body, sent: true };
  if (local.version === version || body === null) return { version };
  if (isEqualJson(local.body, body)) return { version, sent: true };
  return { conflictingDraft: { version, body } };
}

function overwriteServerDraft({ context: { conflictingDraft, version } }: ContextArgs): Update {
  return { version: conflictingDraft?.version ?? version, conflictingDraft: null };
}

function acceptServerDraft({ context: { conflictingDraft, resetKey } }: ContextArgs): Update {
  return { ...conflictingDraft, sent: true, conflictingDraft: null, resetKey: resetKey + 1 };
}

function discardDraft(): Update {
  return { ...noDraft, conflictingDraft: null };
}

/** Equal as JSON values; a database may answer with an object's members in another order. */
function isEqualJson(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [local, remote] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    local.length === remote.size &&
    local.every(([key, value]) => remote.has(key) && isEqualJson(value, remote.get(key)))
  );
}

/**
 * A draft of one step: what was typed goes to the server at each pause, and what somebody else kept there
 * meanwhile is put before the person. What lies in the tab is written by whoever watches the context.
 */
import { assign, type NonReducibleUnknown, setup } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import { placeholderActor } from './outcome.ts';

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
  | { type: 'connection.restored' }
  | { type: 'mine.chosen' }
  | { type: 'theirs.chosen' }
  | { type: 'save.started' }
  | { type: 'save.failed' }
  | { type: 'step.saved' };

const nothing: DraftRecord = { body: null, version: 0, sent: true };

/** What a call's answer means for what was to be kept. */
function meaningOf(outcome: Outcome<unknown>): 'decided' | 'stale' | 'final' | 'later' {
  if (outcome.kind !== 'refused') return outcome.kind === 'decided' ? 'decided' : 'later';
  if (outcome.status === 412) return 'stale';
  return outcome.status < 500 && outcome.status !== 429 ? 'final' : 'later';
}

const means =
  (meaning: ReturnType<typeof meaningOf>) =>
  ({ event }: { event: { output: Outcome<unknown> } }) =>
    meaningOf(event.output) === meaning;

/** Where an answer leads that is not the wanted one. */
const otherwise = [{ guard: means('final'), target: 'keptHere' }, { target: 'keptForLater' }] as const;

const typed = { target: 'pausing', reenter: true, actions: 'remember' } as const;

export const draftMachine = setup({
  types: { context: {} as DraftContext, events: {} as DraftEvent, input: {} as { tab: DraftRecord | null } },
  actors: {
    readDraft: placeholderActor<Outcome<ServerDraft>, NonReducibleUnknown>(),
    keepDraft: placeholderActor<Outcome<{ version: number }>, { version: number; body: DraftBody }>(),
  },
  actions: {
    remember: assign(({ event }) => (event.type === 'draft.typed' ? { body: event.body, sent: false } : {})),
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
  on: {
    'draft.typed': { actions: 'remember' },
    'save.started': '.held',
    'step.saved': { target: '.resting', actions: assign({ ...nothing, theirs: null }) },
  },
  states: {
    reading: {
      after: { patience: 'deciding' },
      invoke: {
        src: 'readDraft',
        onDone: {
          target: 'deciding',
          actions: assign(({ context, event }) => reconciled(context, event.output)),
        },
      },
    },
    deciding: {
      always: [
        { guard: ({ context }) => context.theirs !== null, target: 'differing' },
        { guard: ({ context }) => context.body !== null && !context.sent, target: 'pausing' },
        { target: 'resting' },
      ],
    },
    resting: { on: { 'draft.typed': typed } },
    pausing: { after: { pause: 'due' }, on: { 'draft.typed': typed, 'page.hidden': 'due' } },
    due: {
      always: [{ guard: ({ context }) => context.version === null, target: 'asking' }, { target: 'sending' }],
    },
    sending: {
      entry: assign(({ context }) => ({ onItsWay: context.body })),
      invoke: {
        src: 'keepDraft',
        input: ({ context }) => ({ version: context.version ?? 0, body: context.body ?? {} }),
        onDone: [
          {
            guard: means('decided'),
            target: 'deciding',
            actions: assign(({ context, event }) => sentAs(context, event.output)),
          },
          { guard: means('stale'), target: 'asking' },
          ...otherwise,
        ],
      },
    },
    // The server has another version than this page knows, or this page knows none.
    asking: {
      entry: assign({ version: null }),
      invoke: {
        src: 'readDraft',
        onDone: [
          {
            guard: means('decided'),
            target: 'deciding',
            actions: assign(({ context, event }) => reconciled(context, event.output)),
          },
          ...otherwise,
        ],
      },
    },
    keptForLater: { after: { retry: 'due' }, on: { 'draft.typed': typed, 'connection.restored': 'due' } },
    // The server will not have it, whatever the reason; the tab has it.
    keptHere: { on: { 'draft.typed': typed } },
    differing: {
      on: {
        'mine.chosen': {
          target: 'sending',
          actions: assign(({ context: { theirs, version } }) => ({
            version: theirs?.version ?? version,
            theirs: null,
          })),
        },
        'theirs.chosen': {
          target: 'resting',
          actions: assign(({ context: { theirs, round } }) => ({
            ...theirs,
            sent: true,
            theirs: null,
            round: round + 1,
          })),
        },
      },
    },
    // While the step itself is being saved, nothing of it is sent that could outlive the save.
    held: { on: { 'save.failed': 'deciding' } },
  },
});

function sentAs({ body, onItsWay }: DraftContext, outcome: Outcome<{ version: number }>) {
  return outcome.kind === 'decided' ? { version: outcome.value.version, sent: body === onItsWay } : {};
}

/** What a page knows once it has read the server's draft: unsent typing wins, or is put beside the other. */
function reconciled(mine: DraftRecord, outcome: Outcome<ServerDraft>): Partial<DraftContext> {
  if (outcome.kind !== 'decided') return {};
  const { version, body } = outcome.value;
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

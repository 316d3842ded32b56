/** The draft of a step, as its paths are made. */
import assert from 'node:assert/strict';
import type { SnapshotFrom } from 'xstate';
import { type DraftContext, draftMachine } from '../../../machines/draft.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './end-states.ts';
import { ok, nothing, refused, unreachable } from './outcomes.ts';

type Snapshot = SnapshotFrom<typeof draftMachine>;

const known = 3;
const newer = 7;

const mine = { name: 'Meena Raman', city: 'Salem' };
/** The same content with its keys in another order, as a database may return it. */
const mineInAnotherOrder = { city: 'Salem', name: 'Meena Raman' };
const mineLater = { name: 'Meena Raman', city: 'Madurai' };
const theirs = { name: 'Meena R.', city: 'Salem' };

const events: EventFixtures<typeof draftMachine> = {
  'draft.opened': nothing,
  'draft.typed': { mine: { body: mine }, 'mine, and more': { body: mineLater } },
  'page.hidden': nothing,
  'connection.restored': nothing,
  'localDraft.chosen': nothing,
  'serverDraft.chosen': nothing,
  'save.started': nothing,
  'save.failed': nothing,
  'save.succeeded': nothing,
};

const failures = { 'refused for good': refused(409), 'asked too often': refused(429), unreachable };

const answers: AnswerFixtures<typeof draftMachine> = {
  readTabCopy: {
    'no copy': null,
    'a copy that was sent': { body: mine, version: known, sent: true },
    'a copy that was not sent': { body: mine, version: known, sent: false },
    'a copy of which the server never heard': { body: mine, version: null, sent: false },
  },
  readDraft: {
    'no draft': ok({ version: 0, body: null }),
    'the version that is known': ok({ version: known, body: mine }),
    'the same in a newer version': ok({ version: newer, body: mineInAnotherOrder }),
    'the server has another version': ok({ version: newer, body: theirs }),
    ...failures,
  },
  saveDraft: {
    saved: ok({ version: newer + 1 }),
    'the server has another version': refused(412),
    ...failures,
  },
  pageEvents: {},
};

/** The state key: how often the inputs were reset does not count. */
function stateKey({ context, value }: Snapshot) {
  const { body, version, sent, inFlight, conflictingDraft: others } = context;
  return [body, version, sent, others, value === 'sending' && body === inFlight];
}

const serverCallsOf = (snapshot: Snapshot) =>
  callsOf(snapshot).filter((src) => src === 'readDraft' || src === 'saveDraft');

const ends = atWith<DraftContext>;
const opened = ['draft.opened', 'readTabCopy answers: no copy'];
const atNothing = [...opened, 'readDraft (reading) answers: no draft'];
const typed = [...atNothing, 'draft.typed mine'];
const sending = [...typed, 'debounce passes'];
const conflict = [
  ...sending,
  'saveDraft answers: the server has another version',
  'readDraft (refetching) answers: the server has another version',
];

export const draft = subject<typeof draftMachine>({
  name: 'draft',
  machine: draftMachine,
  starts: {
    'a step of a loan': () => ({ loanId: 'A', step: 'students' }),
  },
  events,
  answers,
  stateKey,
  invariants: {
    'nothing is sent while the step itself is saved': (snapshot) =>
      snapshot.value !== 'suspended' || serverCallsOf(snapshot).length === 0,
    'an idle draft is on the server': (snapshot) => snapshot.value !== 'idle' || snapshot.context.sent,
    'an unsent draft is still in the context': ({ context }) => context.sent || context.body !== null,
    'only an unsent draft is sent': (snapshot) =>
      !callsOf(snapshot).includes('saveDraft') || !snapshot.context.sent,
    'no version is overwritten that was not read': (snapshot) =>
      !callsOf(snapshot).includes('saveDraft') || snapshot.context.version !== null,
    'at most one request is in flight': (snapshot) => serverCallsOf(snapshot).length <= 1,
    'a draft of another device leads to a choice, or waits for the save': (snapshot) =>
      snapshot.context.conflictingDraft === null ||
      snapshot.value === 'conflict' ||
      snapshot.value === 'suspended',
    'a person chooses between two drafts, of which one is unsent': (snapshot) =>
      snapshot.value !== 'conflict' || (snapshot.context.conflictingDraft !== null && !snapshot.context.sent),
  },
  journeys: [
    {
      shows: 'a draft that was typed elsewhere is the draft here',
      start: 'a step of a loan',
      words: [...opened, 'readDraft (reading) answers: the server has another version'],
      ends: ends('idle', { body: theirs, version: newer, sent: true }),
    },
    {
      shows: 'the unsent copy of the tab is sent to the server',
      start: 'a step of a loan',
      words: [
        'draft.opened',
        'readTabCopy answers: a copy that was not sent',
        'readDraft (reading) answers: the version that is known',
        'debounce passes',
        'saveDraft answers: saved',
      ],
      ends: ends('idle', { body: mine, version: newer + 1, sent: true }),
    },
    {
      shows: 'reading the draft has a timeout',
      start: 'a step of a loan',
      words: [...opened, 'readTimeout passes'],
      ends: ends('idle', { body: null, version: null }),
    },
    {
      shows: 'what was typed is sent after the debounce',
      start: 'a step of a loan',
      words: [...sending, 'saveDraft answers: saved'],
      ends: ends('idle', { body: mine, sent: true }),
    },
    {
      shows: 'what was typed while the draft was sent is sent too',
      start: 'a step of a loan',
      words: [...sending, 'draft.typed mine, and more', 'saveDraft answers: saved'],
      ends: ends('debouncing', { body: mineLater, version: newer + 1, sent: false }),
    },
    {
      shows: 'an unsent draft and one of another device lead to a choice, and nothing is lost',
      start: 'a step of a loan',
      words: conflict,
      ends: ends('conflict', { body: mine, conflictingDraft: { version: newer, body: theirs }, sent: false }),
    },
    {
      shows: 'mine replaces theirs where the person chooses it',
      start: 'a step of a loan',
      words: [...conflict, 'localDraft.chosen'],
      ends: ends('sending', { body: mine, inFlight: mine, version: newer, conflictingDraft: null }),
    },
    {
      shows: 'theirs replaces mine where the person chooses it, and the inputs are reset',
      start: 'a step of a loan',
      words: [...conflict, 'serverDraft.chosen'],
      ends: ends('idle', { body: theirs, version: newer, sent: true, resetKey: 1 }),
    },
    {
      shows: 'without a connection the draft waits here, and is sent when it returns',
      start: 'a step of a loan',
      words: [...sending, 'saveDraft answers: unreachable', 'connection.restored'],
      ends: ends('sending', { body: mine, sent: false }),
    },
    {
      shows: 'a step that is saved leaves no draft',
      start: 'a step of a loan',
      words: [...typed, 'save.started', 'save.succeeded'],
      ends: ends('idle', { body: null, version: 0, sent: true }),
    },
    {
      shows: 'a step whose save failed is a draft again',
      start: 'a step of a loan',
      words: [...sending, 'save.started', 'save.failed', 'debounce passes'],
      ends: (end, seen) => {
        at('sending')(end);
        assert.deepEqual(serverCallsOf(seen.at(-3) ?? end), []);
      },
    },
  ],
});

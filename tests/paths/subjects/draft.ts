/** The draft of a step, as its paths are made. */
import assert from 'node:assert/strict';
import type { SnapshotFrom } from 'xstate';
import { type DraftContext, type DraftRecord, draftMachine } from '../../../machines/draft.ts';
import { type AnswerFixtures, type EventFixtures, subject } from '../subject.ts';
import { at, atWith, callsOf } from './ends.ts';
import { decided, nothing, refused, unreachable } from './outcomes.ts';

type Snapshot = SnapshotFrom<typeof draftMachine>;

const known = 3;
const newer = 7;

const mine = { name: 'Meena Raman', city: 'Salem' };
/** As a database may answer with it. */
const mineInAnotherOrder = { city: 'Salem', name: 'Meena Raman' };
const mineLater = { name: 'Meena Raman', city: 'Madurai' };
const theirs = { name: 'Meena R.', city: 'Salem' };

const events: EventFixtures<typeof draftMachine> = {
  'draft.typed': { mine: { body: mine }, 'mine, and more': { body: mineLater } },
  'page.hidden': nothing,
  'connection.restored': nothing,
  'mine.chosen': nothing,
  'theirs.chosen': nothing,
  'save.started': nothing,
  'save.failed': nothing,
  'step.saved': nothing,
};

const failures = { 'refused for good': refused(409), 'asked too often': refused(429), unreachable };

const answers: AnswerFixtures<typeof draftMachine> = {
  readDraft: {
    'nothing kept': decided({ version: 0, body: null }),
    'the version that is known': decided({ version: known, body: mine }),
    'the same in a newer version': decided({ version: newer, body: mineInAnotherOrder }),
    'the server has another version': decided({ version: newer, body: theirs }),
    ...failures,
  },
  keepDraft: {
    kept: decided({ version: newer + 1 }),
    'the server has another version': refused(412),
    ...failures,
  },
};

const tab = (record: DraftRecord | null) => () => ({ tab: record });

/** What can still make a difference: how often the inputs began anew does not. */
function essence({ context, value }: Snapshot) {
  const { body, version, sent, onItsWay, theirs: others } = context;
  return [body, version, sent, others, value === 'sending' && body === onItsWay];
}

const ends = atWith<DraftContext>;
const atNothing = ['readDraft (reading) answers: nothing kept'];
const typed = [...atNothing, 'draft.typed mine'];
const sending = [...typed, 'pause passes'];
const differing = [
  ...sending,
  'keepDraft answers: the server has another version',
  'readDraft (asking) answers: the server has another version',
];

export const draft = subject<typeof draftMachine>({
  name: 'draft',
  machine: draftMachine,
  starts: {
    'nothing in the tab': tab(null),
    'a draft in the tab that was sent': tab({ body: mine, version: known, sent: true }),
    'a draft in the tab that was not sent': tab({ body: mine, version: known, sent: false }),
    'a draft in the tab of which the server never heard': tab({ body: mine, version: null, sent: false }),
  },
  events,
  answers,
  essence,
  laws: {
    'nothing is sent while the step itself is saved': (snapshot) =>
      snapshot.value !== 'held' || callsOf(snapshot).length === 0,
    'a draft that rests is with the server': (snapshot) =>
      snapshot.value !== 'resting' || snapshot.context.sent,
    'what the server does not have is still here': ({ context }) => context.sent || context.body !== null,
    'only what the server does not have is sent': (snapshot) =>
      !callsOf(snapshot).includes('keepDraft') || !snapshot.context.sent,
    'nothing is sent over a version that nobody has read': (snapshot) =>
      !callsOf(snapshot).includes('keepDraft') || snapshot.context.version !== null,
    'the server is asked one thing at a time': (snapshot) => callsOf(snapshot).length <= 1,
    'what somebody else kept is put before the person, or waits for the save': (snapshot) =>
      snapshot.context.theirs === null || snapshot.value === 'differing' || snapshot.value === 'held',
    'a person chooses between two drafts, of which one is unsent': (snapshot) =>
      snapshot.value !== 'differing' || (snapshot.context.theirs !== null && !snapshot.context.sent),
  },
  journeys: [
    {
      shows: 'a draft that was typed elsewhere is the draft here',
      start: 'nothing in the tab',
      words: ['readDraft (reading) answers: the server has another version'],
      ends: ends('resting', { body: theirs, version: newer, sent: true }),
    },
    {
      shows: 'what the tab kept unsent goes to the server',
      start: 'a draft in the tab that was not sent',
      words: [
        'readDraft (reading) answers: the version that is known',
        'pause passes',
        'keepDraft answers: kept',
      ],
      ends: ends('resting', { body: mine, version: newer + 1, sent: true }),
    },
    {
      shows: 'nobody waits for a server that does not answer',
      start: 'nothing in the tab',
      words: ['patience passes'],
      ends: ends('resting', { body: null, version: null }),
    },
    {
      shows: 'what was typed is sent at a pause',
      start: 'nothing in the tab',
      words: [...sending, 'keepDraft answers: kept'],
      ends: ends('resting', { body: mine, sent: true }),
    },
    {
      shows: 'what was typed while the draft was sent is sent too',
      start: 'nothing in the tab',
      words: [...sending, 'draft.typed mine, and more', 'keepDraft answers: kept'],
      ends: ends('pausing', { body: mineLater, version: newer + 1, sent: false }),
    },
    {
      shows: 'unsent typing is put beside what somebody else kept, and nothing is lost',
      start: 'nothing in the tab',
      words: differing,
      ends: ends('differing', { body: mine, theirs: { version: newer, body: theirs }, sent: false }),
    },
    {
      shows: 'mine goes over theirs where the person says so',
      start: 'nothing in the tab',
      words: [...differing, 'mine.chosen'],
      ends: ends('sending', { body: mine, onItsWay: mine, version: newer, theirs: null }),
    },
    {
      shows: 'theirs takes the place of mine, and the inputs begin anew',
      start: 'nothing in the tab',
      words: [...differing, 'theirs.chosen'],
      ends: ends('resting', { body: theirs, version: newer, sent: true, round: 1 }),
    },
    {
      shows: 'without a connection the draft waits here, and is sent when it returns',
      start: 'nothing in the tab',
      words: [...sending, 'keepDraft answers: unreachable', 'connection.restored'],
      ends: ends('sending', { body: mine, sent: false }),
    },
    {
      shows: 'a step that is saved leaves no draft',
      start: 'nothing in the tab',
      words: [...typed, 'save.started', 'step.saved'],
      ends: ends('resting', { body: null, version: 0, sent: true }),
    },
    {
      shows: 'a step whose save failed is a draft again',
      start: 'nothing in the tab',
      words: [...sending, 'save.started', 'save.failed', 'pause passes'],
      ends: (end, seen) => {
        at('sending')(end);
        assert.deepEqual(callsOf(seen.at(-3) ?? end), []);
      },
    },
  ],
});

/** An application at the desk, as its paths are made. */
import { issuesOf, isNothing } from '../../../machines/desk/acts.ts';
import { type DeskSnapshot, deskMachine } from '../../../machines/desk/application.ts';
import { subject } from '../subject.ts';
import { answers, events, kept } from './desk-fixtures.ts';
import { journeys, start } from './desk-journeys.ts';
import { callsOf } from './end-states.ts';

/** What can still make a difference: what is asked in which words does not, but whether it can be sent does. */
function stateKey({ context: { application, work, issues } }: DeskSnapshot) {
  return [
    issues.length > 0,
    application?.can_push,
    application !== null && issuesOf(work, application).length === 0,
    Object.keys(work.flags).length,
    Object.keys(work.decisions).length,
  ];
}

const wasRead = (snapshot: DeskSnapshot) =>
  (['read', 'readingAgain', 'postponed', 'notReadAgain'] as const).some((reading) =>
    snapshot.matches({ reading }),
  );

const isInHand = (snapshot: DeskSnapshot) =>
  (['previewing', 'sending', 'notSent'] as const).some((work) => snapshot.matches({ work }));

export const desk = subject<typeof deskMachine>({
  name: 'desk',
  machine: deskMachine,
  // Whoever takes the flag away stands where nothing was kept.
  starts: { [start]: () => ({ loanId: 'L', work: kept }) },
  events,
  answers,
  stateKey,
  invariants: {
    'an application is on the screen exactly where it was read': (snapshot) =>
      (snapshot.context.application !== null) === wasRead(snapshot),
    'nothing is sent or pushed of what was not read': (snapshot) =>
      snapshot.context.application !== null ||
      !callsOf(snapshot).some((call) => call === 'act' || call === 'push'),
    'nobody is told to be here who is away': (snapshot) =>
      !snapshot.matches({ presence: 'away' }) || !callsOf(snapshot).includes('keepPresence'),
    'what was sent is told only while nothing else is on its way': (snapshot) =>
      snapshot.context.sent === null || snapshot.matches({ work: 'deciding' }),
    'news are told only to whoever was overtaken': (snapshot) =>
      snapshot.context.news.length === 0 || snapshot.matches({ work: 'overtaken' }),
    'an alert stands only where something failed': (snapshot) =>
      snapshot.context.alert === null ||
      snapshot.matches({ work: 'notSent' }) ||
      ['failed', 'catchingUp'].includes(snapshot.value.push),
    'an answer of the lender is told as it came': (snapshot) =>
      !snapshot.matches({ push: 'answered' }) || snapshot.context.result !== null,
    'what is previewed or sent is not nothing': (snapshot) =>
      !isInHand(snapshot) || !isNothing(snapshot.context.work),
    'nothing is read beneath what is previewed, sent or pushed': (snapshot) =>
      !(isInHand(snapshot) || snapshot.matches({ push: 'pushing' })) ||
      !callsOf(snapshot).includes('readApplication'),
    'what is missing is missing at a question that is asked': ({ context: { issues, work } }) =>
      issues.every(({ spot }) =>
        spot.at === 'flag' ? spot.field in work.flags : work.decisions[spot.id]?.kind === 'askAgain',
      ),
    'only what may be pushed is confirmed and pushed': (snapshot) =>
      !(['confirming', 'pushing'] as const).some((push) => snapshot.matches({ push })) ||
      snapshot.context.application?.can_push === true,
    'one sends or pushes, and never both': (snapshot) =>
      snapshot.matches({ work: 'deciding' }) || snapshot.matches({ push: 'idle' }),
    'a push that waits, waits for the reading': (snapshot) =>
      !snapshot.matches({ push: 'catchingUp' }) || snapshot.matches({ reading: 'readingAgain' }),
  },
  journeys,
});

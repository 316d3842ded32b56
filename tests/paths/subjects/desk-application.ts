/** An application at the desk, as its paths are made. */
import { issuesOf, isEmpty } from '../../../machines/desk/acts.ts';
import { type DeskSnapshot, deskMachine } from '../../../machines/desk/application.ts';
import { subject } from '../subject.ts';
import { answers, events, kept } from './desk-fixtures.ts';
import { journeys, start } from './desk-journeys.ts';
import { callsOf } from './end-states.ts';

/** What can still make a difference: what is asked in which words does not, but whether it can be sent does. */
function stateKey({ context: { application, reviewDraft, issues } }: DeskSnapshot) {
  return [
    issues.length > 0,
    application?.can_push,
    application !== null && issuesOf(reviewDraft, application).length === 0,
    Object.keys(reviewDraft.flags).length,
    Object.keys(reviewDraft.decisions).length,
  ];
}

const wasRead = (snapshot: DeskSnapshot) =>
  (['loaded', 'refetching', 'postponed', 'refetchFailed'] as const).some((reading) =>
    snapshot.matches({ reading }),
  );

const isReviewActionInProgress = (snapshot: DeskSnapshot) =>
  (['previewing', 'sending', 'sendFailed'] as const).some((review) => snapshot.matches({ review }));

export const desk = subject<typeof deskMachine>({
  name: 'desk',
  machine: deskMachine,
  // Whoever takes the flag away stands where nothing was kept.
  starts: { [start]: () => ({ loanId: 'L', reviewDraft: kept }) },
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
      !snapshot.matches({ presence: 'away' }) || !callsOf(snapshot).includes('reportPresence'),
    'what was sent is told only while nothing else is on its way': (snapshot) =>
      snapshot.context.sentCounts === null || snapshot.matches({ review: 'editing' }),
    'news are told only to whoever was overtaken': (snapshot) =>
      snapshot.context.newEntries.length === 0 || snapshot.matches({ review: 'conflict' }),
    'an alert stands only where something failed': (snapshot) =>
      snapshot.context.alert === null ||
      snapshot.matches({ review: 'sendFailed' }) ||
      ['failed', 'refetching'].includes(snapshot.value.push),
    'an answer of the lender is told as it came': (snapshot) =>
      !snapshot.matches({ push: 'answered' }) || snapshot.context.result !== null,
    'what is previewed or sent is not nothing': (snapshot) =>
      !isReviewActionInProgress(snapshot) || !isEmpty(snapshot.context.reviewDraft),
    'nothing is read beneath what is previewed, sent or pushed': (snapshot) =>
      !(isReviewActionInProgress(snapshot) || snapshot.matches({ push: 'pushing' })) ||
      !callsOf(snapshot).includes('readApplication'),
    'what is missing is missing at a question that is asked': ({ context: { issues, reviewDraft } }) =>
      issues.every(({ location }) =>
        location.at === 'flag'
          ? location.field in reviewDraft.flags
          : reviewDraft.decisions[location.id]?.kind === 'askAgain',
      ),
    'only what may be pushed is confirmed and pushed': (snapshot) =>
      !(['confirming', 'pushing'] as const).some((push) => snapshot.matches({ push })) ||
      snapshot.context.application?.can_push === true,
    'one sends or pushes, and never both': (snapshot) =>
      snapshot.matches({ review: 'editing' }) || snapshot.matches({ push: 'idle' }),
    'a push that waits, waits for the reading': (snapshot) =>
      !snapshot.matches({ push: 'refetching' }) || snapshot.matches({ reading: 'refetching' }),
  },
  journeys,
});

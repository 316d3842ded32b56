/** An application at the desk, as its paths are made. */
import { issuesOf, isEmpty } from '../../../machines/desk/acts.ts';
import { type DeskSnapshot, deskMachine } from '../../../machines/desk/application.ts';
import { subject } from '../subject.ts';
import { answers, events, storedDraft } from './desk-fixtures.ts';
import { journeys, start } from './desk-journeys.ts';
import { callsOf } from './end-states.ts';

/** The state key: the text of a query does not count, but whether it can be sent does. */
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
  (['previewing', 'sending', 'sendFailed'] as const).some((reviewing) =>
    snapshot.matches({ acting: { reviewing } }),
  );

export const desk = subject<typeof deskMachine>({
  name: 'desk',
  machine: deskMachine,
  // Removing the flag leads to the state of a review without a stored draft.
  starts: { [start]: () => ({ loanId: 'L', reviewDraft: storedDraft }) },
  events,
  answers,
  stateKey,
  invariants: {
    'the application is in the context exactly where it was read': (snapshot) =>
      (snapshot.context.application !== null) === wasRead(snapshot),
    'only an application that was read is sent or pushed': (snapshot) =>
      snapshot.context.application !== null ||
      !callsOf(snapshot).some((call) => call === 'act' || call === 'push'),
    'a reviewer who is away is not reported as present': (snapshot) =>
      !snapshot.matches({ presence: 'away' }) || !callsOf(snapshot).includes('reportPresence'),
    'the result of sending is shown only until the next review is previewed': (snapshot) =>
      snapshot.context.sentCounts === null || !snapshot.matches({ acting: 'reviewing' }),
    'the changes of others are shown only after a conflict': (snapshot) =>
      snapshot.context.newEntries.length === 0 || snapshot.matches({ acting: { reviewing: 'conflict' } }),
    'an alert is shown only where something failed': (snapshot) =>
      snapshot.context.alert === null ||
      snapshot.matches({ acting: { reviewing: 'sendFailed' } }) ||
      (['failed', 'refetching'] as const).some((pushing) => snapshot.matches({ acting: { pushing } })),
    'the answer of the lender is shown as received': (snapshot) =>
      !snapshot.matches({ acting: { pushing: 'answered' } }) || snapshot.context.result !== null,
    'a preview or a send has something in it': (snapshot) =>
      !isReviewActionInProgress(snapshot) || !isEmpty(snapshot.context.reviewDraft),
    'nothing is read during a preview, a send or a push': (snapshot) =>
      !(isReviewActionInProgress(snapshot) || snapshot.matches({ acting: { pushing: 'pushing' } })) ||
      !callsOf(snapshot).includes('readApplication'),
    'an issue belongs to a query of the review': ({ context: { issues, reviewDraft } }) =>
      issues.every(({ location }) =>
        location.at === 'flag'
          ? location.field in reviewDraft.flags
          : reviewDraft.decisions[location.id]?.kind === 'askAgain',
      ),
    'only what may be pushed is confirmed and pushed': (snapshot) =>
      !(['confirming', 'pushing'] as const).some((pushing) => snapshot.matches({ acting: { pushing } })) ||
      snapshot.context.application?.can_push === true,
    'a waiting push waits for the application to be read': (snapshot) =>
      !snapshot.matches({ acting: { pushing: 'refetching' } }) || snapshot.matches({ reading: 'refetching' }),
  },
  journeys,
});

/** Journeys of an application at the desk whose ends are written by hand. */
import assert from 'node:assert/strict';
import { emptyReviewDraft } from '../../../machines/desk/acts.ts';
import {
  type DeskContext,
  type DeskSnapshot,
  type deskMachine,
  isOutdated,
} from '../../../machines/desk/application.ts';
import type { Journey } from '../subject.ts';
import { storedDraft, moved, newEntries } from './desk-fixtures.ts';

type Ends = Journey<typeof deskMachine>['ends'];

export const start = 'a flag kept in the tab';

const reads = (what: string, at = 'loading') => `readApplication (reading.${at}) answers: ${what}`;
const read = [reads('an answer to decide about')];
const previewing = [...read, 'preview.requested'];
const sending = [...previewing, 'review.confirmed'];
const confirming = [...read, 'push.requested'];
const pushing = [...confirming, 'push.confirmed'];

/** Checks the states of the named regions, and these values of the context. */
const ends =
  (regions: Partial<DeskSnapshot['value']>, known: Partial<DeskContext> = {}): Ends =>
  ({ value, context }) => {
    assert.deepEqual({ ...value, ...regions }, value);
    assert.deepEqual({ ...context, ...known }, context);
  };

const journey = (shows: string, words: readonly string[], end: Ends) => ({ shows, start, words, ends: end });

export const journeys: readonly Journey<typeof deskMachine>[] = [
  journey(
    'the stored review draft is restored once the application is read',
    read,
    ends({ reading: 'loaded' }, { reviewDraft: storedDraft }),
  ),
  journey(
    'an application that does not exist is not found',
    [reads('not there')],
    ends({ reading: 'notFound' }),
  ),
  journey(
    'an application that could not be read is read again, and the review draft stays',
    [reads('unreachable'), 'retry.requested'],
    ends({ reading: 'loading' }, { reviewDraft: storedDraft }),
  ),
  journey(
    'a review that has arrived leaves no draft, and the application is read again',
    [...sending, 'act answers: done'],
    ends(
      { acting: 'idle', reading: 'refetching' },
      { reviewDraft: emptyReviewDraft, sentCounts: { flags: 1, accepted: 0, askedAgain: 0, withdrawn: 0 } },
    ),
  ),
  journey(
    'a query without a message is not previewed, and is named',
    [...read, 'field.flagged without a message', 'preview.requested'],
    (end) => {
      ends({ acting: 'idle' }, { attempt: 1 })(end, []);
      assert.deepEqual(
        end.context.issues.map(({ part }) => part),
        ['message'],
      );
    },
  ),
  journey(
    'an empty review is not previewed',
    [...read, 'flag.removed', 'preview.requested'],
    ends({ acting: 'idle' }, { attempt: 0, reviewDraft: emptyReviewDraft }),
  ),
  journey(
    'a refused query stays, and its issue is shown at its field',
    [...sending, 'act answers: the question is too long'],
    (end) => {
      ends({ acting: 'idle' }, { reviewDraft: storedDraft, attempt: 1 })(end, []);
      assert.deepEqual(
        end.context.issues.map(({ code }) => code),
        ['common.error.tooLong'],
      );
    },
  ),
  journey(
    'after a conflict the review draft stays, and the changes of others are shown',
    [
      ...sending,
      'act answers: somebody was faster',
      'readApplication (acting.reviewing.refetching) answers: somebody has gone on',
    ],
    ends(
      { acting: { reviewing: 'conflict' } },
      { reviewDraft: storedDraft, newEntries: [newEntries], application: moved },
    ),
  ),
  journey(
    'a decision that somebody else has made is dropped, and a flag that has arrived',
    [
      ...read,
      'query.decided accepted',
      'latest.requested',
      reads('all of it is done, without a timeline', 'refetching'),
    ],
    ends({ reading: 'loaded' }, { reviewDraft: emptyReviewDraft }),
  ),
  journey(
    'a review that may not have arrived stays, and can be sent again',
    [...sending, 'act answers: unreachable', 'alert.dismissed', 'review.confirmed'],
    ends({ acting: { reviewing: 'sending' } }, { reviewDraft: storedDraft, alert: null }),
  ),
  journey(
    'the previewed review is sent, whatever was being read',
    [...read, 'latest.requested', 'preview.requested', 'review.confirmed'],
    (end, seen) => {
      const previewed = seen.at(-2)?.context;
      ends(
        { acting: { reviewing: 'sending' } },
        { reviewDraft: storedDraft, application: previewed?.application ?? null },
      )(end, seen);
      assert.deepEqual(previewed?.reviewDraft, storedDraft);
    },
  ),
  journey(
    'a reading that was requested before a preview follows it',
    [...read, 'latest.requested', 'preview.requested', 'preview.closed'],
    ends({ acting: 'idle', reading: 'refetching' }),
  ),
  journey(
    'a reading that is requested during a preview follows it',
    [...previewing, 'latest.requested', 'preview.closed'],
    ends({ acting: 'idle', reading: 'refetching' }),
  ),
  journey(
    'an issue disappears with its query',
    [
      ...read,
      'query.decided asked again without a message',
      'preview.requested',
      'latest.requested',
      reads('all of it is done, without a timeline', 'refetching'),
    ],
    (end, seen) => {
      assert.equal(seen.at(-2)?.context.issues.length, 1);
      ends({ acting: 'idle' }, { issues: [], reviewDraft: emptyReviewDraft })(end, seen);
    },
  ),
  journey(
    'a push is not confirmed where the lender has got the application meanwhile, and a notice says so',
    [...confirming, 'latest.requested', reads('all of it is done, without a timeline', 'refetching')],
    ends({ acting: { pushing: 'notPushable' } }),
  ),
  journey(
    'an application that an unanswered push has brought to the lender is not pushed again',
    [
      ...pushing,
      'push answers: gatewayTimedOut',
      'push.confirmed',
      reads('all of it is done, without a timeline', 'refetching'),
    ],
    ends({ acting: { pushing: 'notPushable' } }, { alert: null }),
  ),
  journey(
    'the notice that the lender has it can be dismissed',
    [
      ...confirming,
      'latest.requested',
      reads('all of it is done, without a timeline', 'refetching'),
      'push.closed',
    ],
    ends({ acting: 'idle' }),
  ),
  journey(
    'a failed push is not repeated where it is not allowed any more',
    [
      ...pushing,
      'push answers: gatewayTimedOut',
      reads('all of it is done, without a timeline', 'refetching'),
      'push.confirmed',
    ],
    ends({ acting: { pushing: 'failed' } }),
  ),
  journey(
    'nothing is sent during a push',
    [...confirming, 'preview.requested'],
    ends({ acting: { pushing: 'confirming' } }),
  ),
  journey(
    'nothing is pushed during a preview',
    [...previewing, 'push.requested'],
    ends({ acting: { reviewing: 'previewing' } }),
  ),
  journey(
    'the answer to a push is shown, and the application is read again',
    [...pushing, 'push answers: approved'],
    ends({ acting: { pushing: 'answered' }, reading: 'refetching' }, { result: { status: 'APPROVED' } }),
  ),
  journey(
    'a push after an unanswered one waits until the version that it made is read',
    [...pushing, 'push answers: gatewayTimedOut', 'push.confirmed'],
    ends({ acting: { pushing: 'refetching' }, reading: 'refetching' }),
  ),
  journey(
    'a push after an unanswered one goes on once the application is read',
    [
      ...pushing,
      'push answers: gatewayTimedOut',
      'push.confirmed',
      reads('an answer to decide about', 'refetching'),
    ],
    ends({ acting: { pushing: 'pushing' }, reading: 'loaded' }, { alert: null }),
  ),
  journey(
    'an application that the lender has is not pushed again',
    [reads('all of it is done, without a timeline'), 'push.requested'],
    ends({ acting: 'idle' }),
  ),
  journey(
    'nothing is pushed before it is confirmed',
    [...confirming, 'push.closed'],
    ends({ acting: 'idle' }, { result: null }),
  ),
  journey(
    'the changes of others are shown',
    [...read, 'reportPresence answers: Leela, and something newer'],
    (end) => {
      assert.equal(isOutdated(end), true);
      assert.deepEqual(
        end.context.viewers.map(({ name }) => name),
        ['Leela'],
      );
    },
  ),
  journey(
    'a reviewer who comes back is reported as present at once',
    [...read, 'reviewer.left', 'reviewer.returned'],
    ends({ presence: 'reporting' }),
  ),
];

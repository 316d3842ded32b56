/** The events and answers of an application at the desk. People and queries are invented. */
import type { ReviewDraft } from '../../../machines/desk/acts.ts';
import type { deskMachine, ApplicationWithTimeline } from '../../../machines/desk/application.ts';
import { applicationOf, entryOf, queryOf } from '../../../machines/desk/testing.ts';
import type { AnswerFixtures, EventFixtures } from '../subject.ts';
import { ok, gatewayTimedOut, nothing, refused, unreachable } from './outcomes.ts';

const id = 'q1';
const pan = 'personal_details.pan';
const queryText = { reason: 'mismatch', message: 'It differs.' } as const;
const unfinished = { reason: 'other', message: ' ' } as const;

/** A flag that can be sent. */
export const storedDraft: ReviewDraft = { flags: { [pan]: queryText }, decisions: {} };

/** An application with an answer to decide about. */
export const waiting = applicationOf([queryOf(id)]);

/** A change by another reviewer. */
export const moved = { ...waiting, version: 5 };

/** The answer is accepted, the flag has arrived, and the lender has it. */
export const done = applicationOf(
  [queryOf(id, { state: 'accepted' }), queryOf('q2', { field: pan, ...queryText, state: 'raised' })],
  { version: 6, can_push: false },
);

/** The change as the reviewer sees it. */
export const newEntries = entryOf(2);

const read = (
  application: ApplicationWithTimeline['application'],
  timeline: ApplicationWithTimeline['timeline'],
) => ok({ application, timeline });

export const events: EventFixtures<typeof deskMachine> = {
  'retry.requested': nothing,
  'latest.requested': nothing,
  'reviewer.left': nothing,
  'reviewer.returned': nothing,
  'field.flagged': {
    'with a question': { field: pan, queryText },
    'without a message': { field: pan, queryText: unfinished },
  },
  'flag.removed': { '': { field: pan } },
  'query.decided': {
    accepted: { id, decision: { kind: 'accept' } },
    'asked again without a message': { id, decision: { kind: 'askAgain', ...unfinished } },
  },
  'decision.removed': { '': { id } },
  'preview.requested': nothing,
  'preview.closed': nothing,
  'review.confirmed': nothing,
  'conflict.acknowledged': nothing,
  'sentCounts.shown': nothing,
  'push.requested': nothing,
  'push.confirmed': nothing,
  'push.closed': nothing,
  'alert.dismissed': nothing,
};

export const answers: AnswerFixtures<typeof deskMachine> = {
  readApplication: {
    'an answer to decide about': read(waiting, [entryOf(1)]),
    'somebody has gone on': read(moved, [entryOf(1), newEntries, entryOf(3, { actor: 'system' })]),
    'all of it is done, without a timeline': read(done, null),
    'not there': refused(404),
    unreachable,
  },
  reportPresence: {
    'nobody else': ok({ version: 4, viewers: [] }),
    'Leela, and something newer': ok({ version: 5, viewers: [{ name: 'Leela', seen_at: '' }] }),
    unreachable,
  },
  act: {
    done: ok(done),
    'somebody was faster': refused(409),
    'the question is too long': refused(400, {
      errors: [{ field: 'raise.0.message', code: 'common.error.tooLong', message: '' }],
    }),
    unreachable,
  },
  push: { approved: ok({ status: 'APPROVED' }), gatewayTimedOut, 'refused for good': refused(409) },
};

/** Journeys from Submit on: the lender's answer, its absence, and what is shown afterwards. */
import assert from 'node:assert/strict';
import type { wizardMachine } from '../../../machines/wizard.ts';
import type { Journey } from '../subject.ts';
import {
  allOf,
  closesPendingVerdict,
  endsAt,
  journey,
  loanIn,
  pushesToLender,
  submits,
} from './wizard-journey-parts.ts';

export const statusJourneys: readonly Journey<typeof wizardMachine>[] = [
  journey(
    'a verdict that is not final is asked for again as the loan is opened, and the new one is shown',
    [
      'a link to the students',
      'readLoan answers: pending',
      'findInstitution answers: found',
      'refreshVerdict answers: approved',
    ],
    allOf(endsAt({ status: 'open' }), (end) => assert.equal(loanIn(end).status, 'approved')),
  ),
  journey(
    'a verdict that stays does not open the modal again',
    [
      'a link to the students',
      ...closesPendingVerdict,
      'verdict.refreshRequested',
      'checkVerdict answers: pending',
    ],
    endsAt({ status: 'closed' }),
  ),
  journey(
    'a verdict that is not final is asked for again every half a minute',
    [
      'a link to the students',
      ...closesPendingVerdict,
      'verdictRefresh passes',
      'checkVerdict answers: pending',
      'verdictRefresh passes',
      'checkVerdict answers: approved',
    ],
    allOf(endsAt({ status: 'open' }), (end) => assert.equal(loanIn(end).status, 'approved')),
  ),
  journey(
    'a token that ended while a verdict is awaited leads to re-entry, and back to the verdict',
    [
      'a link to the students',
      ...closesPendingVerdict,
      'verdict.refreshRequested',
      'loan.accessLost',
      'loan.reentered',
      'readLoan answers: pending',
      'findInstitution answers: found',
      'refreshVerdict answers: approved',
    ],
    endsAt({ status: 'open' }),
  ),
  journey(
    'a new verdict opens the modal',
    [
      'a link to the students',
      ...closesPendingVerdict,
      'verdict.refreshRequested',
      'checkVerdict answers: approved',
    ],
    allOf(endsAt({ status: 'open' }), (end) => assert.equal(loanIn(end).status, 'approved')),
  ),
  journey(
    'what was sent and answered is read on the status screen, whatever address is asked for',
    [
      'a link to the applicant',
      'readLoan answers: approved',
      'findInstitution answers: found',
      'status.closed',
      'xstate.route to students',
    ],
    endsAt({ status: 'closed' }),
  ),
  journey(
    'Submit saves first and pushes then',
    ['the create form', ...submits],
    endsAt({ submission: 'saving' }),
  ),
  ...[0, 1, 3, 4].map((turns) =>
    journey(
      `after ${turns * 2} seconds without an answer waiting message ${turns % 4} is shown`,
      ['the create form', ...pushesToLender, ...Array<string>(turns).fill('waitingMessage passes')],
      allOf(endsAt({ submission: { pushingToLender: 'waiting' } }), (end) =>
        assert.equal(end.context.waitingMessage, turns % 4),
      ),
    ),
  ),
  journey(
    'a second push begins with the first waiting message',
    [
      'the create form',
      ...pushesToLender,
      'waitingMessage passes',
      'pushToLender answers: gateway timed out',
      'submission.retried',
      'saveApplication answers: saved',
    ],
    (end) => assert.equal(end.context.waitingMessage, 0),
  ),
  journey(
    'after a gateway timeout an alert says to Submit again',
    ['the create form', ...pushesToLender, 'pushToLender answers: gateway timed out'],
    endsAt({ submission: 'gatewayTimedOut' }),
  ),
  journey(
    'after a gateway timeout Submit saves and pushes again, and nothing is lost',
    ['the create form', ...pushesToLender, 'pushToLender answers: gateway timed out', 'submission.retried'],
    allOf(endsAt({ submission: 'saving' }), (end) => assert.notEqual(end.context.application, null)),
  ),
  journey(
    'a 504 in the body is a gateway timeout too',
    ['the create form', ...pushesToLender, 'pushToLender answers: code 504 in the body'],
    endsAt({ submission: 'gatewayTimedOut' }),
  ),
  journey(
    'a missing response has a state of its own',
    ['the create form', ...pushesToLender, 'pushToLender answers: unreachable'],
    endsAt({ submission: 'noResponse' }),
  ),
  journey(
    "a lender's error is an alert with its message, and leads back to the form",
    ['the create form', ...pushesToLender, 'pushToLender answers: refused'],
    allOf(endsAt({ submission: 'refused' }), (end) => assert.equal(end.context.alert?.kind, 'refused')),
  ),
  journey(
    'a fee that has changed is told, and the plan of before is shown beside the new one',
    [
      'the create form',
      ...submits,
      'saveApplication answers: the fee has changed',
      'alert.dismissed',
      'readLoan answers: students saved, another fee',
      'findInstitution answers: found',
    ],
    allOf(endsAt({ applicant: 'editing' }), (end) => {
      assert.equal(end.context.planNotice, 'recalculated');
      assert.equal(end.context.previousOrder?.order_value, 60_000);
    }),
  ),
  journey(
    'a loan that another tab has submitted is read again, and shows its answer',
    [
      'the create form',
      ...submits,
      'saveApplication answers: already with the lender',
      'readLoan answers: approved',
      'findInstitution answers: found',
    ],
    allOf(endsAt({ status: 'open' }), (end) => assert.equal(end.context.result?.status, 'APPROVED')),
  ),
  ...(
    [
      ['approved', 'approved'],
      ['rejected', 'rejected'],
      ['pending', 'pending'],
      ['in progress', 'in_progress'],
      ['code 1001', 'under_review'],
      ['something else', 'under_review'],
    ] as const
  ).map(([answer, verdict]) =>
    journey(
      `after the lender's answer '${answer}' the loan is ${verdict}, and the modal shows the answer`,
      ['the create form', ...pushesToLender, `pushToLender answers: ${answer}`],
      allOf(endsAt({ status: 'open' }), (end) => {
        assert.equal(loanIn(end).status, verdict);
        assert.deepEqual(end.context.result, loanIn(end).lender_result);
      }),
    ),
  ),
  journey(
    'Back does not leave a submission',
    ['the create form', ...pushesToLender, 'xstate.route to students'],
    endsAt({ submission: { pushingToLender: 'waiting' } }),
  ),
  journey(
    'Explore More clears the loan',
    ['the create form', ...pushesToLender, 'pushToLender answers: code 1001', 'explore.requested'],
    allOf(endsAt({ create: 'filling' }), (end) => {
      const { loan, loanId, application, result } = end.context;
      assert.deepEqual(
        { loan, loanId, application, result },
        { loan: null, loanId: null, application: null, result: null },
      );
    }),
  ),
  journey(
    'any other answer is under review, and offers no exploring',
    ['the create form', ...pushesToLender, 'pushToLender answers: something else', 'explore.requested'],
    endsAt({ status: 'open' }),
  ),
];

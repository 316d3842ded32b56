import { describe, expect, it } from 'vitest';
import { limits } from '../../domain/values/limits.ts';
import {
  actsOf,
  countsOf,
  isEmpty,
  issuesOf,
  emptyReviewDraft,
  parseReviewDraft,
  refusedQueries,
  returnsToApplicant,
  type ReviewDraft,
  rebaseReviewDraft,
} from './acts.ts';
import { applicationOf, queryOf } from './testing.ts';

const reviewDraft: ReviewDraft = {
  flags: {
    'personal_details.pan': { reason: 'mismatch', message: ' It differs. ' },
    'documents.fee_receipt': { reason: 'unreadable', message: 'Too dark.' },
  },
  decisions: {
    a: { kind: 'accept' },
    b: { kind: 'askAgain', reason: 'incomplete', message: 'All of it, please.' },
    c: { kind: 'withdraw' },
  },
};

it('all decisions become one request on the version that was read', () => {
  expect(actsOf(reviewDraft, 4)).toEqual({
    version: 4,
    raise: [
      { field: 'personal_details.pan', reason: 'mismatch', message: 'It differs.' },
      { field: 'documents.fee_receipt', reason: 'unreadable', message: 'Too dark.' },
    ],
    ask_again: [{ query_id: 'b', reason: 'incomplete', message: 'All of it, please.' }],
    accept: ['a'],
    withdraw: ['c'],
  });
  expect(actsOf(emptyReviewDraft, 4)).toEqual({ version: 4 });
});

it('the draft counts its decisions and returns the application where it asks something', () => {
  expect(countsOf(reviewDraft)).toEqual({ flags: 2, accepted: 1, askedAgain: 1, withdrawn: 1 });
  expect(returnsToApplicant(reviewDraft)).toBe(true);
  expect(returnsToApplicant({ flags: {}, decisions: { a: { kind: 'accept' } } })).toBe(false);
  expect([isEmpty(reviewDraft), isEmpty(emptyReviewDraft)]).toEqual([false, true]);
});

describe('the issues of a review draft', () => {
  const application = applicationOf([queryOf('a'), queryOf('b')]);
  const flag = (reason: string, message: string) =>
    issuesOf({ flags: { x: { reason, message } as never }, decisions: {} }, application).map(
      ({ part, code }) => [part, code],
    );

  it.each([
    [
      'nothing at all',
      '',
      '',
      [
        ['reason', 'review.error.reason.required'],
        ['message', 'review.error.message.required'],
      ],
    ],
    ['spaces alone', 'other', ' \n ', [['message', 'review.error.message.required']]],
    [
      'too much',
      'other',
      'x'.repeat(limits.queryMessageMaxLength + 1),
      [['message', 'common.error.tooLong']],
    ],
    ['as much as there may be', 'other', 'x'.repeat(limits.queryMessageMaxLength), []],
  ])('cover a message of %s', (_, reason, message, issues) => {
    expect(flag(reason, message)).toEqual(issues);
  });

  it('include a question that is already open', () => {
    const asked = applicationOf([queryOf('a', { field: 'personal_details.pan', state: 'raised' })]);
    expect(issuesOf({ ...reviewDraft, decisions: {} }, asked)).toEqual([
      {
        location: { at: 'flag', field: 'personal_details.pan' },
        part: 'message',
        code: 'review.error.alreadyAsked',
      },
    ]);
  });

  it('include a question asked again without a message', () => {
    const again: ReviewDraft = {
      flags: {},
      decisions: { b: { kind: 'askAgain', reason: 'other', message: '' } },
    };
    expect(issuesOf(again, application)).toMatchObject([
      { location: { at: 'query', id: 'b' }, part: 'message' },
    ]);
  });
});

it('the refusals of the server are shown at their queries', () => {
  const refuse = (field: string) => ({
    field,
    code: 'common.error.tooLong',
    message: '',
    values: { maximum: 5 },
  });
  const errors = ['raise.1.message', 'raise.0.reason', 'ask_again.0.message', 'accept.0', 'raise.9.message'];
  expect(
    refusedQueries(reviewDraft, errors.map(refuse)).map(({ location, part }) => ({ ...location, part })),
  ).toEqual([
    { at: 'flag', field: 'documents.fee_receipt', part: 'message' },
    { at: 'flag', field: 'personal_details.pan', part: 'reason' },
    { at: 'query', id: 'b', part: 'message' },
  ]);
});

describe('a review draft of an application that has changed', () => {
  it('keeps its flags and the decisions that are still possible', () => {
    const moved = applicationOf([
      queryOf('a', { state: 'accepted' }),
      queryOf('b'),
      queryOf('c', { state: 'raised' }),
    ]);
    expect(rebaseReviewDraft(reviewDraft, moved)).toEqual({
      flags: reviewDraft.flags,
      decisions: { b: reviewDraft.decisions.b, c: reviewDraft.decisions.c },
    });
  });

  it('drops a flag that the server already has', () => {
    const arrived = applicationOf([
      queryOf('n', { field: 'personal_details.pan', message: 'It differs.', state: 'raised' }),
    ]);
    expect(Object.keys(rebaseReviewDraft(reviewDraft, arrived).flags)).toEqual(['documents.fee_receipt']);
  });
});

describe('a review draft stored in a tab', () => {
  it('is read as it was written', () => {
    expect(parseReviewDraft(JSON.parse(JSON.stringify(reviewDraft)))).toEqual(reviewDraft);
  });

  it.each([
    undefined,
    null,
    5,
    'work',
    [],
    { flags: 7 },
    { flags: { x: { reason: 1 } }, decisions: { a: { kind: 'gone' } } },
  ])('is empty where it cannot be read: %j', (kept) => {
    expect(parseReviewDraft(kept)).toEqual(emptyReviewDraft);
  });
});

import { describe, expect, it } from 'vitest';
import { firstUnexplained } from './replay.ts';
import type { TimelineRow } from './timeline.ts';

type Entry = Pick<TimelineRow, 'act'> & Partial<Pick<TimelineRow, 'before' | 'after' | 'details'>>;

const entriesOf = (entries: readonly Entry[]): TimelineRow[] =>
  entries.map((entry, index) => ({
    ...{ id: index + 1, loanId: 'a', at: new Date(0), actor: 'system', actorId: null, actorName: null },
    ...{ field: null, before: null, after: null, details: {} },
    ...entry,
  }));

const one = { own: [15], areSeveral: false };
const two = { own: [15, 11], areSeveral: true };
const unexplained = (lenders: typeof one, ...entries: Entry[]) =>
  firstUnexplained(entriesOf(entries), lenders)?.id ?? null;

const submitted: Entry = { act: 'application.submitted', details: { number: 1 } };
const asked = (lender_id = 15, submission = 1): Entry => ({
  act: 'lender.asked',
  details: { lender_id, submission },
});
const answered = (after: string, lender_id = 15): Entry => ({
  ...{ act: 'lender.answered', after },
  details: { lender_id, submission: 1 },
});
const silent = (details = {}): Entry => ({ act: 'lender.silent', details: { lender_id: 15, ...details } });
const stage = (before: string | null, after: string): Entry => ({
  ...{ act: 'servicing.stage', before, after },
  details: { lender_id: 15 },
});
const withdrawn = (after: string | null, lender_id = 15): Entry => ({
  ...{ act: 'consent.withdrawn', after },
  details: { lender_id, purpose: 'share' },
});
const raised: Entry = { act: 'query.raised', details: { query: 'q' } };
const answeredQuery: Entry = { act: 'query.answered', details: { query: 'q' } };

describe('a timeline is explained', () => {
  it.each<[string, typeof one, Entry[]]>([
    ['of a push with an answer', one, [submitted, asked(), answered('approved')]],
    [
      'of a push that goes on with other content',
      one,
      [submitted, asked(), silent(), submitted, asked(), answered('rejected'), asked(15, 2)],
    ],
    ['of a push whose server has died', one, [submitted, asked(), silent({ abandoned: true }), submitted]],
    ['of a verdict that has changed', one, [submitted, asked(), answered('pending'), answered('rejected')]],
    [
      'of several lenders',
      two,
      [submitted, asked(15), asked(11), answered('rejected'), answered('approved', 11)],
    ],
    [
      'of a consent that is withdrawn from the only lender',
      one,
      [submitted, asked(), answered('pending'), withdrawn('submitted'), asked(15, 2)],
    ],
    [
      'of a consent that is withdrawn while the lender is asked',
      one,
      [submitted, asked(), withdrawn(null), answered('pending'), asked(15, 2), answered('approved')],
    ],
    [
      'of a consent that leaves the decision to the other lender, or its answer',
      two,
      [
        ...[submitted, asked(15), asked(11), answered('pending'), withdrawn('with_lender')],
        ...[answered('pending', 11), answered('rejected', 11)],
      ],
    ],
    [
      'of a consent without which a refusal decides',
      two,
      [submitted, asked(15), asked(11), answered('pending'), answered('rejected', 11), withdrawn('rejected')],
    ],
    [
      'of queries',
      one,
      [submitted, asked(), answered('pending'), raised, submitted, answeredQuery, asked(15, 2)],
    ],
    [
      'of a lender loan',
      one,
      [
        stage(null, 'offered'),
        { act: 'offer.accepted', details: { lender_id: 15 } },
        stage('offered', 'accepted'),
        { act: 'offer.declined', details: { lender_id: 15 } },
        stage('accepted', 'agreement_signed'),
        { act: 'offer.accepted', details: { lender_id: 15 } },
        stage('agreement_signed', 'accepted'),
      ],
    ],
  ])('%s', (_, lenders, entries) => {
    expect(unexplained(lenders, ...entries)).toBeNull();
  });
});

describe('an entry is found that nothing explains:', () => {
  it.each<[string, number, Entry[]]>([
    ['a push of a draft', 1, [asked()]],
    ['an answer to nothing', 2, [submitted, answered('approved')]],
    [
      'another answer than the final one',
      4,
      [submitted, asked(), answered('approved'), answered('rejected')],
    ],
    ['a push after the final answer', 4, [submitted, asked(), answered('approved'), asked(15, 2)]],
    ['a submission while the lender has it', 3, [submitted, asked(), submitted]],
    [
      'a verdict after the consent was withdrawn',
      5,
      [submitted, asked(), answered('pending'), withdrawn('submitted'), answered('approved')],
    ],
    ['an answer to a query that was never raised', 1, [answeredQuery]],
    ['a second answer to a query', 3, [raised, answeredQuery, answeredQuery]],
    ['a stage that was left out', 2, [stage(null, 'offered'), stage('offered', 'agreement_signed')]],
    ['a stage from another one', 2, [stage(null, 'offered'), stage('accepted', 'agreement_signed')]],
    [
      'a refusal without an acceptance',
      2,
      [stage(null, 'offered'), { act: 'offer.declined', details: { lender_id: 15 } }],
    ],
    ['an acceptance without an offer', 1, [{ act: 'offer.accepted', details: { lender_id: 15 } }]],
  ])('%s', (_, id, entries) => {
    expect(unexplained(one, ...entries)).toBe(id);
  });
});

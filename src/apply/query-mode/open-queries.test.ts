import { describe, expect, it } from 'vitest';
import type { Query } from '../../../domain/values/wire.ts';
import {
  isAnswered,
  isAnswers,
  type AnsweredCheck,
  noAnswers,
  queryAnswers,
  unansweredIssue,
} from './open-queries.ts';

const about = (field: string, more: Partial<Query> = {}): Query => ({
  id: field,
  field,
  reason: 'other',
  message: 'Please look again',
  round: 1,
  state: 'raised',
  raised_at: '2026-11-20T10:00:00Z',
  answered_at: null,
  answer: null,
  ...more,
});

const pan = about('personal_details.pan');
const roll = about('el_details.students.s2.student_roll_no');
const pincode = about('personal_details.address.residence.pincode');
const receipt = about('documents.fee_receipt');

describe('a query is answered', () => {
  const known = (more: Partial<AnsweredCheck> = {}): AnsweredCheck => ({
    answers: noAnswers,
    before: {
      'personal_details.pan': 'ABCDE1234F',
      'personal_details.address.residence.pincode': '600001',
      'personal_details.address.residence.city': 'Chennai',
    },
    after: {
      'personal_details.pan': 'ABCDE1234F',
      'personal_details.address.residence.pincode': '600001',
      'personal_details.address.residence.city': 'Chennai',
    },
    issues: [],
    unanswered: [],
    ...more,
  });
  const typed = (after: object) => known({ after: { ...known().after, ...after } });

  it('by a change of its field', () => {
    expect(isAnswered(pan, known())).toBe(false);
    expect(isAnswered(pan, typed({ 'personal_details.pan': 'ABCDE4321F' }))).toBe(true);
  });

  it('by a change of a dependant, but not of other fields', () => {
    const moved = typed({ 'personal_details.address.residence.city': 'Madurai' });
    expect(isAnswered(pincode, moved)).toBe(true);
    expect(isAnswered(pan, moved)).toBe(false);
  });

  it('by a change of its fee, but not of the plan calculated from it', () => {
    const fee = about('el_details.students.s2.annual_fee');
    expect(isAnswered(fee, typed({ 'loan_details.emi_tenure_id': 7, 'loan_details.emi_tenure': 9 }))).toBe(
      false,
    );
    expect(isAnswered(fee, typed({ [fee.field]: 60_000 }))).toBe(true);
  });

  it('only by a change that breaks no rule', () => {
    const wrong = typed({ 'personal_details.pan': 'ABC' });
    const issues = [{ field: pan.field, code: 'applicant.error.pan.invalid' }];
    expect(isAnswered(pan, { ...wrong, issues })).toBe(false);
    expect(isAnswered(pan, { ...wrong, issues: [{ field: 'personal_details.dob', code: 'x' }] })).toBe(true);
  });

  it('by a reason that is not blank', () => {
    const because = (text: string) => known({ answers: { reasons: { [pan.id]: text }, replaced: {} } });
    expect(isAnswered(pan, because('It is on my card'))).toBe(true);
    expect(isAnswered(pan, because('  '))).toBe(false);
    expect(isAnswered(roll, because('It is on my card'))).toBe(false);
  });

  it('by another document, unless the server finds the same file', () => {
    const replaced = { answers: { reasons: {}, replaced: { [receipt.id]: 'june.png' } } };
    expect(isAnswered(receipt, known())).toBe(false);
    expect(isAnswered(receipt, known(replaced))).toBe(true);
    expect(isAnswered(receipt, known({ ...replaced, unanswered: [receipt.field] }))).toBe(false);
  });
});

describe('written reasons', () => {
  it('are trimmed, cut to the maximum length, and sent only for open queries', () => {
    const reasons = { [pan.id]: ' yes ', [roll.id]: ' ', gone: 'x', [receipt.id]: 'y'.repeat(600) };
    expect(queryAnswers({ reasons, replaced: {} }, [pan, roll, receipt])).toEqual([
      { id: pan.id, answer: 'yes' },
      { id: receipt.id, answer: 'y'.repeat(500) },
    ]);
  });

  it('are read from storage only if they have the right shape', () => {
    expect(isAnswers({ reasons: { a: 'x' }, replaced: {} })).toBe(true);
    for (const odd of [null, {}, { reasons: {} }, { reasons: { a: 1 }, replaced: {} }, 'text'])
      expect(isAnswers(odd)).toBe(false);
  });

  it('are reported as an issue of the field where they are missing', () => {
    expect(unansweredIssue(pan)).toEqual({ field: pan.field, code: 'applicant.error.query.unanswered' });
  });
});

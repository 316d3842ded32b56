import { describe, expect, it } from 'vitest';
import { checkInputs, checkWire } from '../values/check.ts';
import { answerForm, contactForms, customerReplyForm } from './contact.ts';
import { limits } from '../values/limits.ts';

const context = { today: '2026-07-20' };

describe('a query to support', () => {
  const asked = { name: 'Meena', mobile: '9840012345', email: 'meena@parent.example' };

  it.each([
    ['When?', []],
    ['When?\nAnd how much?\tIn rupees', []],
    [' \n', ['contact.error.queryMissing']],
    ['x\u0000', ['contact.error.queryMissing']],
    ['x'.repeat(limits.supportTextMaxLength), []],
    ['x'.repeat(limits.supportTextMaxLength + 1), ['common.error.tooLong']],
  ])('is checked for missing and too long text: %j', (query, codes) => {
    expect(
      checkInputs(contactForms.query.visitor, { ...asked, query }, context).map(({ code }) => code),
    ).toEqual(codes);
  });

  it('needs a name, a mobile number and an email from a visitor', () => {
    const empty = { name: '', mobile: '', email: '', query: '' };
    expect(checkInputs(contactForms.query.visitor, empty, context).map(({ code }) => code)).toEqual([
      'account.error.nameMissing',
      'account.error.mobileInvalid',
      'account.error.emailInvalid',
      'contact.error.queryMissing',
    ]);
  });
});

it('a grievance needs a text', () => {
  const { customer, visitor } = contactForms.grievance;
  const issue = { field: 'query', code: 'contact.error.complaintMissing' };
  expect(checkWire(customer, { query: ' ' }, context)).toMatchObject([issue]);
  expect(checkWire(visitor, { query: ' ' }, context).at(-1)).toMatchObject(issue);
});

it('an answer and a reply need a text', () => {
  expect(checkWire(answerForm, { text: ' ' }, context)).toMatchObject([
    { field: 'text', code: 'review.error.answerMissing' },
  ]);
  expect(checkWire(customerReplyForm, { text: '' }, context)).toMatchObject([
    { field: 'text', code: 'contact.error.queryMissing' },
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../values/limits.ts';
import { answerIssue, cleanQueryText, messageIssue } from './query-text.ts';

describe('the text of a query', () => {
  it('loses surrounding spaces and control characters and keeps its lines', () => {
    expect(cleanQueryText(' \tLook\u0007 at this.\r\nAnd that.\rPlease\n ')).toBe(
      'Look  at this.\nAnd that.\nPlease',
    );
    expect(cleanQueryText('பெயர் \ud800')).toBe('பெயர்');
  });

  it('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kept = cleanQueryText(text);
        expect(cleanQueryText(kept)).toBe(kept);
        expect(kept).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });

  it.each([
    ['message', messageIssue, 'review.error.message.required', limits.queryMessageMaxLength],
    ['answer', answerIssue, 'applicant.error.query.unanswered', limits.queryAnswerMaxLength],
  ])('is required in a %s and limited in length', (_, issue, required, maximum) => {
    expect(issue('at', '')).toEqual({ field: 'at', code: required });
    expect(issue('at', 'x'.repeat(maximum))).toBe(undefined);
    expect(issue('at', 'x'.repeat(maximum + 1))).toEqual({
      field: 'at',
      code: 'common.error.tooLong',
      values: { maximum },
    });
  });
});

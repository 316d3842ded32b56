/** The texts of a query and of its answer: how they are stored, and how long they may be. */
import type { Issue } from '../values/check.ts';
import { limits } from '../values/limits.ts';
import { unansweredCode } from './lock.ts';

/** Returns the text without spaces around it, and with line breaks for its only control characters. */
export const cleanQueryText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .trim();

/** Returns the issue of a reviewer's message after `cleanQueryText`. */
export const messageIssue = (field: string, message: string): Issue | undefined =>
  textIssue(field, message, 'review.error.message.required', limits.queryMessageMaxLength);

/** Returns the issue of an applicant's 'It is correct because …' after `cleanQueryText`. */
export const answerIssue = (field: string, answer: string): Issue | undefined =>
  textIssue(field, answer, unansweredCode, limits.queryAnswerMaxLength);

function textIssue(field: string, text: string, required: string, maximum: number): Issue | undefined {
  if (text === '') return { field, code: required };
  return text.length > maximum ? { field, code: 'common.error.tooLong', values: { maximum } } : undefined;
}

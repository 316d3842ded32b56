/** The words of a query and of its answer: what is kept of them, and how long they may be. */
import type { Issue } from './check.ts';
import { limits } from './limits.ts';

/** The text without spaces around it, and with line breaks for its only control characters. */
export const keptWords = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, ' ')
    .trim();

/** What is wrong with a reviewer's message, as `keptWords` left it. */
export const messageIssue = (field: string, message: string): Issue | undefined =>
  wordsIssue(field, message, 'review.error.message.required', limits.queryMessageMaxLength);

/** What is wrong with an applicant's 'It is correct because …', as `keptWords` left it. */
export const answerIssue = (field: string, answer: string): Issue | undefined =>
  wordsIssue(field, answer, 'applicant.error.query.unanswered', limits.queryAnswerMaxLength);

function wordsIssue(field: string, text: string, required: string, maximum: number): Issue | undefined {
  if (text === '') return { field, code: required };
  return text.length > maximum ? { field, code: 'common.error.tooLong', values: { maximum } } : undefined;
}

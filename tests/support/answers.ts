/** Responses that a test gives, typed by the contract: a page's calls get them instead of the server's. */
import type { Result } from '../../src/api/call.ts';
import {
  applicantOperations,
  customerOperations,
  deskOperations,
  type Operation,
} from '../../openapi/operations.ts';
import { Problem, type RefusalCode } from '../../server/http/problem.ts';

type Operations = typeof applicantOperations & typeof customerOperations & typeof deskOperations;
export type CalledOperation = keyof Operations;

const operations: Readonly<Record<string, Operation>> = {
  ...applicantOperations,
  ...customerOperations,
  ...deskOperations,
};

/** A refusal as the server words it, for `reason`; with `code`, it names one error, of `field` or of the whole. */
export class RefusedAnswer extends Problem {
  constructor(status: number, code = '', field = '', reason?: RefusalCode) {
    super(
      status,
      '',
      code === '' ? undefined : [{ field, code, message: '' }],
      reason ? { code: reason } : {},
    );
  }
}

/**
 * The result of an operation's answer, a refusal, 'none' for a call that is never answered, or 'lost' for one whose
 * connection ends without an answer.
 */
export type Answer<Id extends CalledOperation> = Result<Id> | RefusedAnswer | 'none' | 'lost';

export type Answers = { [Id in CalledOperation]?: Answer<Id> };

/** A pattern by which the calls of an operation are known. */
export function callsOf(id: string): { method: string; path: RegExp } {
  const [method, path] = operations[id] ?? [];
  if (!method || !path) throw new Error(`No page calls ${id}`);
  return { method, path: new RegExp(`/dev/api${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
}

/** Writes what stands in the reply. */
export function replyOf(answer: unknown): { status: number; json: unknown } {
  return answer instanceof RefusedAnswer
    ? { status: answer.status, json: answer }
    : { status: 200, json: { success: true, result: answer } };
}

/** Answers of the server that a state needs and that no short way brings about: what the page's calls get instead. */
import type { Page } from 'playwright-core';
import type { Result } from '../../../src/api/call.ts';
import {
  applicantOperations,
  customerOperations,
  deskOperations,
  type Operation,
} from '../../../openapi/operations.ts';

type Operations = typeof applicantOperations & typeof customerOperations & typeof deskOperations;

const operations: Readonly<Record<string, Operation>> = {
  ...applicantOperations,
  ...customerOperations,
  ...deskOperations,
};

export class RefusedAnswer {
  readonly status: number;
  readonly code: string;
  readonly field: string;

  /** @param code of the one error that the refusal names */
  constructor(status: number, code: string, field = '') {
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** By operation: the result of its answer, a refusal, or 'none' for a call that is never answered. */
export type Answers = { [Id in keyof Operations]?: Result<Id> | RefusedAnswer | 'none' };

/** What was answered before counts where it is not answered anew. */
export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  for (const [id, answer] of Object.entries(answers)) {
    const [method, path] = operations[id] ?? [];
    if (!method || !path) throw new Error(`No page calls ${id}`);
    const pattern = new RegExp(`/dev/api${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    await page.route(
      (url) => pattern.test(url.pathname),
      async (route) => {
        if (route.request().method().toLowerCase() !== method) return route.fallback();
        if (answer === 'none') return;
        if (!(answer instanceof RefusedAnswer))
          return route.fulfill({ json: { success: true, result: answer } });
        const { status, code, field } = answer;
        const errors = [{ field, code, message: '' }];
        return route.fulfill({ status, json: { success: false, message: '', errors } });
      },
    );
  }
}

/** Answers that a state needs and that no short way brings about. */
import type { Page } from 'playwright-core';
import { type Answers, callsOf, replyOf } from '../../support/answers.ts';

export { type Answers, RefusedAnswer } from '../../support/answers.ts';

/** Answers calls with these results; the calls that are not named keep their earlier answers. */
export async function answerCalls(page: Page, answers: Answers): Promise<void> {
  for (const [id, answer] of Object.entries(answers)) {
    const { method, path } = callsOf(id);
    await page.route(
      (url) => path.test(url.pathname),
      async (route) => {
        if (route.request().method().toLowerCase() !== method) return route.fallback();
        if (answer === 'lost') await route.abort();
        else if (answer !== 'none') await route.fulfill(replyOf(answer));
      },
    );
  }
}

/** Sending a one-time password to the mobile number of a loan, if there is such a loan. */
import { sleep } from '../platform/timers.ts';
import type { BaseContext } from '../api/handler.ts';
import { issueOtp } from '../otp/issue.ts';
import { reentryPurpose } from '../otp/purposes.ts';
import { queueMessages } from '../outbox/queue.ts';
import { loanOfTarget, type ReentryTarget } from './target.ts';

type Needs = Pick<BaseContext, 'db' | 'clock' | 'config'>;

/** @throws Problem 429 where another one was sent a moment ago, or too many today */
export async function sendPassword(target: ReentryTarget, needs: Needs): Promise<void> {
  await Promise.all([send(target, needs), sleep(needs.config.reentryAnswerMs)]);
}

const send = (target: ReentryTarget, { db, clock, config }: Needs): Promise<void> =>
  issueOtp({ db, clock, config }, { target, purpose: reentryPurpose }, async (tx, values, now) => {
    const loan = await loanOfTarget(tx, target);
    if (loan) await queueMessages(tx, { loan, template: 'reentry.password', values, now, config });
  });

/** The messages handed to the sandbox's providers of SMS and mail. */
import { and, eq } from 'drizzle-orm';
import { messages } from '../../../server/db/schema/messages.ts';
import type { SandboxMessage } from '../../../server/sandbox/outbox.ts';
import { until } from '../../support/until.ts';
import type { TestApp } from './test-app.ts';

/** The messages to a mobile number, the newest first. */
export const messagesTo = async (testApp: TestApp, mobile: string): Promise<SandboxMessage[]> =>
  (await allMessages(testApp)).filter(({ channel, to }) => channel === 'sms' && to.endsWith(mobile));

/** The texts of the messages about a loan, also of those that wait for the contact hours. */
export const textsAbout = async ({ db }: TestApp, loanId: string): Promise<(string | null)[]> =>
  (await db.select({ text: messages.text }).from(messages).where(eq(messages.loanId, loanId))).map(
    ({ text }) => text,
  );

/** The mails to an address, the newest first. */
export const mailsTo = async (testApp: TestApp, email: string): Promise<SandboxMessage[]> =>
  (await allMessages(testApp)).filter(({ channel, to }) => channel === 'email' && to === email);

async function allMessages({ url }: TestApp): Promise<SandboxMessage[]> {
  const answer = await fetch(`${url}/sandbox/outbox.json`);
  return (await answer.json()) as SandboxMessage[];
}

/** The newest message to a mobile number that has a one-time password in it, once it is there. */
export async function passwordMessageTo(
  testApp: TestApp,
  mobile: string,
): Promise<{ text: string; otp: string }> {
  const newest = async () => {
    for (const { text } of await messagesTo(testApp, mobile)) {
      const otp = /\b\d{6}\b/.exec(text)?.[0];
      if (otp) return { text, otp };
    }
    return undefined;
  };
  let found: Awaited<ReturnType<typeof newest>>;
  await until('a password is sent', newest, (message) => {
    found = message;
    return message !== undefined;
  });
  return found ?? { text: '', otp: '' };
}

/** Resolves once every message about a loan is sent or has failed, and its timeline says so. */
export const waitForMessages = ({ db }: TestApp, loanId: string): Promise<void> =>
  until(
    'the messages are delivered',
    () => db.$count(messages, and(eq(messages.loanId, loanId), eq(messages.state, 'queued'))),
    (count) => count === 0,
  );

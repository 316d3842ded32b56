/** The one-time passwords that are on their way to a loan's mobile number. */
import { and, desc, eq } from 'drizzle-orm';
import { messages } from '../../server/db/schema/messages.ts';
import type { App } from './app.ts';

/** Returns the newest one that is not sent yet, or an empty string. */
export async function passwordOf({ db }: Pick<App, 'db'>, loanId: string): Promise<string> {
  const [row] = await db
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.loanId, loanId), eq(messages.template, 'reentry.password')))
    .orderBy(desc(messages.createdAt))
    .limit(1);
  return /\b\d{6}\b/.exec(row?.text ?? '')?.[0] ?? '';
}

/** A password that surely is another one. */
export const otherThan = (otp: string): string => (otp === '000000' ? '000001' : '000000');

/** Customers of the consumer app: signing in by the screens, and past them. */
import { randomInt, randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { endSessions } from '../../../server/customers/sessions.ts';
import { customers } from '../../../server/db/schema/customers.ts';
import { loans } from '../../../server/db/schema/loans.ts';
import { messages, oneTimePasswords } from '../../../server/db/schema/messages.ts';
import { answer, button, control } from './interactions.ts';
import { newLoan } from './loans.ts';
import { messageText } from './message-text.ts';
import { messagesTo } from './outbox.ts';
import { until } from '../../support/until.ts';
import type { TestApp } from './test-app.ts';

/** Returns an unused number whose ending (1xxx) has no meaning to the sandbox's provider. */
export const newMobile = (): string =>
  `97${String(randomInt(10 ** 4)).padStart(4, '0')}${randomInt(1000, 2000)}`;

export const meena = { name: 'Meenakshi Sundaram', email: 'meena@parent.example' };

/** Enters the number, and waits for the password to be sent. */
export async function requestsPassword(page: Page, mobile: string): Promise<void> {
  await answer(page, messageText('account.mobile.label'), mobile);
  await button(page, messageText('account.otp.send')).click();
  await button(page, messageText('account.signIn.submit')).waitFor();
}

export async function entersPassword(page: Page, otp: string): Promise<void> {
  await answer(page, messageText('account.otp.label'), otp);
  await button(page, messageText('account.signIn.submit')).click();
}

/** The first half minute after the last password of a number is over. */
export async function passCooldown({ db }: TestApp, mobile: string): Promise<void> {
  await db
    .update(oneTimePasswords)
    .set({ sentAt: new Date(0) })
    .where(like(oneTimePasswords.subject, `%${mobile}`));
}

/** Resets the daily limit of messages to a number. */
export async function passDay({ db }: TestApp, mobile: string): Promise<void> {
  await db
    .update(messages)
    .set({ createdAt: sql`${messages.createdAt} - interval '1 day'` })
    .where(eq(messages.recipient, mobile));
}

/** The last password of a number is no longer valid. */
export async function expirePassword({ db }: TestApp, mobile: string): Promise<void> {
  await db
    .update(oneTimePasswords)
    .set({ expiresAt: new Date(0) })
    .where(like(oneTimePasswords.subject, `%${mobile}`));
}

/** The applicant's date of birth in a loan of the customer; empty where none has it. */
async function birthDateOf({ db }: TestApp, mobile: string): Promise<string> {
  const rows = await db
    .select({ details: loans.personalDetails })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .where(eq(customers.mobile, mobile));
  return rows.map(({ details }) => String(details.dob ?? '')).find((dob) => dob !== '') ?? '';
}

/** Signs the customer in on a device without a name. */
export async function signInElsewhere(testApp: TestApp, mobile: string): Promise<void> {
  await passCooldown(testApp, mobile);
  const before = (await messagesTo(testApp, mobile)).length;
  const post = (path: string, body: object) =>
    fetch(`${testApp.url}/dev/api/customer/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('otp', { mobile });
  const otp = await passwordAfter(testApp, mobile, before);
  await post('session', { mobile, otp, dob: await birthDateOf(testApp, mobile) });
}

/** Uses up today's attempts, so that no further password is compared. */
export async function exhaustAttempts({ db }: TestApp, mobile: string): Promise<void> {
  await db
    .update(oneTimePasswords)
    .set({ triesToday: 1000 })
    .where(like(oneTimePasswords.subject, `%${mobile}`));
}

/** Returns the password sent to a number after the given number of messages. */
export async function passwordAfter(testApp: TestApp, mobile: string, before: number): Promise<string> {
  let otp: string | undefined;
  await until(
    'another password is sent',
    () => messagesTo(testApp, mobile),
    (messages) => {
      const newer = messages.slice(0, messages.length - before);
      otp = newer.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((one) => one !== undefined);
      return otp !== undefined;
    },
  );
  return otp ?? '';
}

/** Ends the sessions of a customer on every device. */
export async function endSessionsOf({ db }: TestApp, mobile: string): Promise<void> {
  const [customer] = await db.select().from(customers).where(eq(customers.mobile, mobile));
  if (!customer) throw new Error(`Nobody has the number ${mobile}`);
  await endSessions(db, customer.id);
}

/** The cookie of a signed-in customer for the page's browser, which the app finds when it is opened. */
export async function signInPastScreens(
  page: Page,
  testApp: TestApp,
  { mobile = newMobile(), isNew = false }: { mobile?: string; isNew?: boolean } = {},
): Promise<{ mobile: string; accessToken: string }> {
  const api = `${testApp.url}/dev/api`;
  const { request } = page.context();
  const before = (await messagesTo(testApp, mobile)).length;
  await request.post(`${api}/customer/otp`, { data: { mobile } });
  const otp = await passwordAfter(testApp, mobile, before);
  const session = await request.post(`${api}/customer/session`, {
    data: { mobile, otp, dob: await birthDateOf(testApp, mobile) },
  });
  const { result } = (await session.json()) as { result: { access_token: string } };
  if (!isNew) {
    const headers = { authorization: `Bearer ${result.access_token}` };
    await request.put(`${api}/customer/profile`, { data: meena, headers });
  }
  await page.addInitScript(() => localStorage.setItem('feepath.signedIn', 'true'));
  return { mobile, accessToken: result.access_token };
}

/** Makes the customer the owner of a loan that was created past the screens. */
export async function ownLoan(testApp: TestApp, mobile: string, loanId: string): Promise<void> {
  const [customer] = await testApp.db.select().from(customers).where(eq(customers.mobile, mobile));
  await testApp.alter(loanId, { customerId: customer?.id ?? null });
}

export const ownersBirthDate = '1985-04-12';

/** Enters the password of a customer with a loan that has the applicant's date of birth, who is signed in nowhere. */
export async function entersPasswordOfOwner(page: Page, testApp: TestApp): Promise<void> {
  const mobile = newMobile();
  const customer = { id: randomUUID(), mobile, ...meena, language: 'en', createdAt: new Date() } as const;
  await testApp.db.insert(customers).values(customer);
  const { loanId } = await newLoan(testApp);
  await testApp.alter(loanId, { customerId: customer.id, personalDetails: { dob: ownersBirthDate } });
  await requestsPassword(page, mobile);
  await entersPassword(page, await passwordAfter(testApp, mobile, 0));
  await control(page, messageText('account.claim.dob')).waitFor();
}

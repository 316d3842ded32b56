/** Customers who are signed in. */
import { randomInt } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { messages } from '../../server/db/schema/messages.ts';
import type { CustomerTemplate } from '../../server/outbox/templates.ts';
import { birthDate } from '../support/form-values.ts';
import type { App } from './app.ts';
import type { Callable, CookieJar } from './calls.ts';

export type SignedIn = { bearer: string; jar: CookieJar; mobile: string };

/** A number that no other customer of the tests has. */
export const newMobile = (): string => `98${String(randomInt(10 ** 8)).padStart(8, '0')}`;

/** Returns the newest one-time password queued for a number, or an empty string. */
export async function otpOf(
  { db }: Pick<App, 'db'>,
  mobile: string,
  template: CustomerTemplate = 'customer.signIn',
): Promise<string> {
  const [row] = await db
    .select({ text: messages.text })
    .from(messages)
    .where(and(eq(messages.recipient, mobile), eq(messages.template, template)))
    .orderBy(desc(messages.createdAt))
    .limit(1);
  return /\b\d{6}\b/.exec(row?.text ?? '')?.[0] ?? '';
}

/** Requests a password and answers it. */
export async function requestedOtp(app: App, mobile: string): Promise<string> {
  const { status } = await app.call('requestOtp', { body: { mobile } });
  expect(status).toBe(200);
  return otpOf(app, mobile);
}

/** A customer who has signed in on another device, or for the first time; there is no name yet. */
export async function signedIn(app: App, mobile = newMobile()): Promise<SignedIn> {
  const jar: CookieJar = {};
  const otp = await requestedOtp(app, mobile);
  const { status, body } = await app.call('signInCustomer', { jar, body: { mobile, otp, dob: birthDate } });
  expect(status, JSON.stringify(body)).toBe(200);
  return { bearer: body.result.access_token, jar, mobile };
}

/** A customer whose sign-up is complete. */
export async function signedUp(app: App, mobile = newMobile()): Promise<SignedIn> {
  const customer = await signedIn(app, mobile);
  const profile = { name: 'Meenakshi Sundaram', email: 'meena@parent.example' };
  const { status } = await app.call('saveProfile', { bearer: customer.bearer, body: profile });
  expect(status).toBe(200);
  return customer;
}

const customers = new WeakMap<Callable, Promise<SignedIn>>();

/** The same customer for all tests of an app. */
export function customerOf(app: App): Promise<SignedIn> {
  const customer = customers.get(app) ?? signedUp(app);
  customers.set(app, customer);
  return customer;
}

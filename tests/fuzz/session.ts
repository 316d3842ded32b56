/** The callers of a fuzz run: a reviewer and a customer who are signed in, and the values they learn from responses. */
import { apiBase } from '../../server/api/mount.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { birthDate } from '../support/form-values.ts';
import { until } from '../support/until.ts';

/** The customer who is signed in for the whole run, and one who signs in and out. */
export const customerMobile = '9840011111';
export const passingMobile = '9840022222';

export type Session = {
  /** The reviewer's cookie. */
  cookie: string;
  /** The customer's token. */
  bearer: string;
  /** A reviewer's session that may be ended. */
  spareCookie: string;
  /** The refresh token of a customer's session that may be ended. */
  refreshCookie: string;
  /** The ids of the customer's sessions on other devices, which may be ended. */
  sessionIds: string[];
  /** The ids of loans that the customer has created. */
  ownLoans: string[];
  /** The latest one-time password that each number got. */
  passwords: ReadonlyMap<string, string>;
};

export async function openSession(url: string): Promise<Session> {
  return {
    cookie: await signIn(url),
    bearer: await signInCustomer(url),
    ...{ spareCookie: '', refreshCookie: '', sessionIds: [], ownLoans: [], passwords: new Map() },
  };
}

/** Returns the passwords in the sandbox's outbox, by number. */
export async function readPasswords(url: string): Promise<Map<string, string>> {
  const sent = (await (await fetch(`${url}/sandbox/outbox.json`)).json()) as { to: string; text: string }[];
  const found = new Map<string, string>();
  for (const { to, text } of sent) {
    const otp = /\b\d{6}\b/.exec(text)?.[0];
    // The newest message comes first.
    if (otp !== undefined && !found.has(to)) found.set(to, otp);
  }
  return found;
}

async function signIn(url: string): Promise<string> {
  const { email, password } = demoReviewer;
  const answer = await fetch(`${url}${apiBase}/review/session`, {
    method: 'POST',
    headers: { 'x-auth-type': 'STAFF', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`The demo reviewer is not signed in: ${answer.status}`);
  return cookie;
}

async function signInCustomer(url: string): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`${url}${apiBase}/customer/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('otp', { mobile: customerMobile });
  const readOtp = async () => (await readPasswords(url)).get(customerMobile);
  await until('the SMS with the password', readOtp, (found) => found !== undefined);
  const signedIn = await post('session', { mobile: customerMobile, otp: await readOtp(), dob: birthDate });
  const { result } = (await signedIn.json()) as { result?: { access_token: string } };
  if (!result) throw new Error('The customer is not signed in');
  return result.access_token;
}

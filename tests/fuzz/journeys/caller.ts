/** The journeys' helpers: call an operation, wait for the results of jobs, press a button of a provider's page. */
import type { CustomerSession } from '../../../domain/values/wire.ts';
import { operations, type OperationId } from '../../../openapi/operations.ts';
import { apiBase } from '../../../server/api/mount.ts';
import { birthDate } from '../../support/form-values.ts';
import { until } from '../../support/until.ts';
import type { KnownLoan } from '../fixtures.ts';
import { readPasswords, type Session } from '../session.ts';

export type Journeys = {
  url: string;
  session: Session;
  prepared: readonly KnownLoan[];
  /** A loan of the number `claimedMobile`. */
  claimable: KnownLoan;
  /** The token of an invitation to the desk. */
  invitation: string;
  note: (operation: OperationId) => void;
};

export type Journey = (journeys: Journeys, call: Caller) => Promise<void>;

type Call = {
  path?: Record<string, string | number>;
  /** The query with its question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: object;
};

/** @returns the member `result` of the response; the text if it is no JSON */
export type Caller = <Result>(id: OperationId, call?: Call) => Promise<Result>;

export const callerOf =
  ({ url, note }: Journeys): Caller =>
  async <Result>(id: OperationId, { path = {}, query = '', headers = {}, body }: Call = {}) => {
    const [method, template] = operations[id];
    const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name])),
    );
    const answer = await fetch(url + apiBase + address + query, {
      method: method.toUpperCase(),
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${id} of a journey is answered ${answer.status}: ${text.slice(0, 500)}`);
    note(id);
    return (
      answer.headers.get('content-type')?.includes('json')
        ? (JSON.parse(text) as { result: unknown }).result
        : text
    ) as Result;
  };

/** Returns the result of `read` once `isReached` accepts it. */
export async function untilRead<Value>(
  what: string,
  read: () => Promise<Value>,
  isReached: (value: Value) => boolean,
): Promise<Value> {
  let latest = await read();
  const readAgain = async () => {
    latest = await read();
    return latest;
  };
  if (!isReached(latest)) await until(what, readAgain, isReached);
  return latest;
}

/** The one-time password of the newest SMS to a number, other than the one before. */
export async function nextPassword(url: string, mobile: string, before?: string): Promise<string> {
  const found = await untilRead(
    `a password for ${mobile}`,
    async () => (await readPasswords(url)).get(mobile),
    (otp) => otp !== undefined && otp !== before,
  );
  return found ?? '';
}

/** @returns the headers of the customer's calls, and the password that was used */
export async function signIn({ url }: Journeys, call: Caller, mobile: string) {
  await call('requestOtp', { body: { mobile } });
  const otp = await nextPassword(url, mobile);
  const { access_token: token } = await call<CustomerSession>('signInCustomer', {
    body: { mobile, otp, dob: birthDate },
  });
  return { headers: { authorization: `Bearer ${token}` }, otp };
}

/** Presses a button of a provider or a lender of the sandbox, repeatedly while it is too early (409). */
export async function press(url: string, form: Record<string, string>): Promise<void> {
  const { status, text } = await untilRead(
    `a press at ${url}`,
    async () => {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
      });
      return { status: answer.status, text: await answer.text() };
    },
    (answer) => answer.status !== 409,
  );
  if (status !== 303) throw new Error(`The page ${url} answers ${status}: ${text}`);
}

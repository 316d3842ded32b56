/**
 * Calls in the order in which people make them, because what they need is not met by chance: a loan from its approval to
 * its disbursal, a claim, a query of a reviewer, a conversation, and signing out.
 */
import { randomUUID } from 'node:crypto';
import { pushRequestOf } from '../../domain/push-request.ts';
import { consentVersion, requiredConsents } from '../../domain/servicing/consents.ts';
import type { Loan } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import { operations, type OperationId } from '../../openapi/operations.ts';
import { apiBase } from '../../server/mount.ts';
import { callHeaders, staffHeaders } from '../../server/testing.ts';
import { consumerApplication, person, school, student } from '../support/form-values.ts';
import { until } from '../support/until.ts';
import type { KnownLoan } from './fixtures.ts';
import { readPasswords, type Session } from './session.ts';

type Schemas = components['schemas'];
type Call = {
  path?: Record<string, string | number>;
  /** With its question mark. */
  query?: string;
  headers?: Record<string, string>;
  body?: object;
};

/** The customers of the journeys, so that nobody else gets their passwords. */
const borrowerMobile = '9840044444';
const claimantMobile = '9840055555';

/** Loans of the journeys are claimed by this number. */
export const claimedMobile = claimantMobile;

export type Journeys = {
  url: string;
  session: Session;
  prepared: readonly KnownLoan[];
  /** Owned by `claimedMobile`. */
  claimable: KnownLoan;
  note: (operation: OperationId) => void;
};

/** @throws Error naming the first call that is not answered with 200 */
export async function walkJourneys(journeys: Journeys): Promise<void> {
  const call = callerOf(journeys);
  await borrow(journeys, call);
  await claim(journeys, call);
  await review(journeys, call);
  await talk(journeys, call);
  await signOut(journeys, call);
}

type Caller = ReturnType<typeof callerOf>;

const callerOf =
  ({ url, note }: Journeys) =>
  async <Result>(
    id: OperationId,
    { path = {}, query = '', headers = {}, body }: Call = {},
  ): Promise<Result> => {
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

/** What is read once it is as `isReached` says. */
async function untilRead<Value>(
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

const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` });

/** The one-time password of the newest SMS to a number, other than the one before. */
async function nextPassword(url: string, mobile: string, before?: string): Promise<string> {
  const found = await untilRead(
    `a password for ${mobile}`,
    async () => (await readPasswords(url)).get(mobile),
    (otp) => otp !== undefined && otp !== before,
  );
  return found ?? '';
}

async function signIn({ url }: Journeys, call: Caller, mobile: string) {
  await call('requestOtp', { body: { mobile } });
  const otp = await nextPassword(url, mobile);
  const { access_token: token } = await call<Schemas['CustomerSession']>('signInCustomer', {
    body: { mobile, otp },
  });
  return { headers: bearerOf(token), otp };
}

/** What a person presses at a provider or a lender of the sandbox. */
async function press(url: string, form: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
  if (answer.status !== 303)
    throw new Error(`The page ${url} answers ${answer.status}: ${await answer.text()}`);
}

async function borrow(journeys: Journeys, call: Caller): Promise<void> {
  const { url } = journeys;
  const { headers, otp } = await signIn(journeys, call, borrowerMobile);
  await call('saveProfile', { headers, body: { name: person.name, email: person.email } });
  const { loan_id: id } = await call<{ loan_id: string }>('createMyLoan', { headers, body: {} });
  const path = { id };
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [student()] };
  await call('updateMyStudents', { path, headers, body: { data } });
  const loan = await call<Loan>('saveApplication', { path, headers, body: { data: consumerApplication() } });
  const pushed = await call<Schemas['LenderResult']>('createOnLender', {
    path: { lender_id: 15 },
    headers,
    body: pushRequestOf(loan),
  });
  const offers = () => call<{ offers: Schemas['Offer'][] }>('listOffers', { path, headers });
  const {
    offers: [offer],
  } = await untilRead('an offer', offers, (found) => found.offers.length > 0);
  if (!offer) return;
  const offerPath = { id, offer_id: offer.offer_id };
  const { document } = await call<{ document: Schemas['IssuedDocument'] }>('createKeyFacts', {
    path: offerPath,
    headers,
    body: { language: 'en' },
  });
  const documentPath = { id, document_id: document.document_id };
  await call('readIssuedDocument', { path: documentPath, headers });
  await call('acknowledgeKeyFacts', { path: documentPath, headers, body: { sha256: document.sha256 } });
  const consents = requiredConsents.map((purpose) => ({ purpose, version: consentVersion, language: 'en' }));
  const accepted = { key_facts_id: document.document_id, consents, declares_guardian: true };
  await call('acceptOffer', { path: offerPath, headers, body: accepted });
  const servicing = () => call<Schemas['Servicing']>('readServicing', { path, headers });
  const reach = (stage: string) =>
    untilRead(`the stage ${stage}`, servicing, (found) => found.stage === stage);

  const asked = await call<{ document: Schemas['IssuedDocument'] }>('requestSignature', {
    path,
    headers,
    body: { language: 'en' },
  });
  const signature = { otp: await nextPassword(url, borrowerMobile, otp), sha256: asked.document.sha256 };
  await call('signAgreement', { path, headers, body: signature });
  await press(`${pushed.url}/countersign`, {});
  await reach('agreement_signed');
  await call('startKyc', { headers, body: { loan_id: id } });
  const kyc = await call<{ url: string }>('regenerateKycToken', { headers, body: { loan_id: id } });
  await press(kyc.url, { outcome: 'verified' });
  await reach('kyc_verified');
  const mandate = await call<{ url: string }>('createMandate', { path, headers, body: { method: 'upi' } });
  await press(mandate.url, { outcome: 'registered' });
  const registered = await untilRead(
    'the mandate',
    servicing,
    ({ mandate: { state } }) => state === 'registered',
  );
  if (registered.advance.state === 'due') {
    const order = await call<Schemas['PaymentOrder']>('createPaymentOrder', {
      path,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: { purpose: 'advance' },
    });
    await call('readPaymentOrder', { path: { id, order_id: order.order_id }, headers });
    await press(order.url ?? '', { outcome: 'paid', method: 'upi' });
  }
  await reach('advance_paid');
  await press(`${pushed.url}/disburse`, {});
  await reach('disbursed');
  for (const operation of ['listInvoices', 'readForeclosureQuote', 'requestCancellation'] as const) {
    await call(operation, { path, headers });
  }
}

async function claim(journeys: Journeys, call: Caller): Promise<void> {
  const { url, claimable } = journeys;
  const { headers, otp } = await signIn(journeys, call, claimedMobile);
  await call('saveProfile', { headers, body: { name: person.name, email: person.email } });
  const path = { id: claimable.id };
  await call('requestClaim', { path, headers });
  const dob = consumerApplication()['personal_details.dob'];
  await call('claimLoan', { path, headers, body: { otp: await nextPassword(url, claimedMobile, otp), dob } });
}

async function review({ session, prepared }: Journeys, call: Caller): Promise<void> {
  const headers = staffHeaders(session.cookie);
  const submitted = prepared.filter(({ saved }) => saved);
  const [queried, sent] = submitted;
  if (!queried || !sent) throw new Error('No application is prepared');
  const push = pushRequestOf(sent.saved as Loan);
  await call('createOnLender', { path: { lender_id: 15 }, headers: callHeaders(sent.token), body: push });
  const path = { id: queried.id };
  const { version } = await call<{ version: number }>('getApplication', { path, headers });
  const locked = queried.documents?.find(({ password }) => password);
  if (locked) {
    const file = { id: queried.id, document_type: locked.type, e_tag: locked.eTag };
    await call('showDocumentPassword', { path: file, headers });
  }
  const raise = [{ field: 'personal_details.pan', reason: 'other', message: 'Which one?' }];
  await call('actOnApplication', { path, headers, body: { version, raise } });
  const [, , pushed] = submitted;
  if (!pushed) throw new Error('No application is prepared');
  const application = { id: pushed.id };
  const read = await call<{ version: number }>('getApplication', { path: application, headers });
  await call('pushApplication', { path: application, headers, body: { version: read.version } });
}

async function talk({ session }: Journeys, call: Caller): Promise<void> {
  const contact = { name: person.name, mobile: '9840066666', email: person.email };
  await call('startConversation', { body: { ...contact, query: 'When is it paid?', language: 'en' } });
  const headers = staffHeaders(session.cookie);
  const query = '?state=open&page=1&page_length=20';
  const { items } = await call<Schemas['ConversationPage']>('listConversations', { query, headers });
  const path = { conversation_id: items[0]?.id ?? '' };
  const lastMessageId = async () => {
    const { messages } = await call<{ messages: { id: number }[] }>('readConversation', { path, headers });
    return messages.at(-1)?.id;
  };
  const answer = { text: 'Within a week.', last_message_id: await lastMessageId() };
  await call('answerConversation', { path, headers, body: answer });
  await call('closeConversation', { path, headers, body: { last_message_id: await lastMessageId() } });
}

async function signOut(journeys: Journeys, call: Caller): Promise<void> {
  const one = await signIn(journeys, call, '9840077777');
  await call('readProfile', one);
  const [session] = await call<{ id: string }[]>('listSessions', one);
  await call('endSession', { ...one, path: { id: session?.id ?? '' } });
  await call('endSessions', await signIn(journeys, call, '9840088888'));
}

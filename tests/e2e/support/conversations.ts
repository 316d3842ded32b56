/** Conversations with support that are made past the screens. */
import type { StaffConversation } from '../../../domain/values/wire.ts';
import { demoReviewer, staffCall } from './desk.ts';
import { amounts, days } from './lender-ledger.ts';
import type { TestApp } from './test-app.ts';

/** The loans of a customer beside a conversation: one that is being repaid, and one that waits for the lender. */
export const customerLoans: StaffConversation['loans'] = [
  {
    ...{ loan_id: 'L1', loan_number: '4821 0073 9155', status: 'approved', servicing_stage: 'repaying' },
    next_payment: { due_on: days.due(5), amount_paise: amounts.instalment, is_debited: true },
  },
  {
    ...{ loan_id: 'L2', loan_number: '4821 0073 9156', status: 'under_review' },
    ...{ servicing_stage: null, next_payment: null },
  },
];

interface Conversation {
  id: string;
  messages: { id: string }[];
}

const send = async ({ url }: TestApp, path: string, body: object, accessToken?: string) => {
  const answer = await fetch(`${url}/dev/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { result: Conversation }).result;
};

/** A query without a sign-in, from a unique number and address. */
export const sendsQuery = (testApp: TestApp, query: string) =>
  send(testApp, '/contact/conversations', {
    ...{ name: 'Meena Raman', mobile: `98${String(Date.now()).slice(-8)}`, query, language: 'ta' },
    email: `${crypto.randomUUID()}@parent.example`,
  });

export const asksAsCustomer = (testApp: TestApp, accessToken: string, query: string) =>
  send(testApp, '/customer/conversations', { query, language: 'en' }, accessToken);

export const writesAgain = (testApp: TestApp, accessToken: string, { id }: Conversation, text: string) =>
  send(testApp, `/customer/conversations/${id}/messages`, { text }, accessToken);

/** The reviewer answers, or closes the conversation. */
export async function staffActs(
  testApp: TestApp,
  { id, messages }: Conversation,
  act: { answer: string } | 'close',
): Promise<Conversation> {
  const last_message_id = messages.at(-1)?.id;
  const [path, body] =
    act === 'close'
      ? (['closing', { last_message_id }] as const)
      : (['answers', { last_message_id, text: act.answer }] as const);
  const changed = await staffCall(testApp, demoReviewer, `/review/conversations/${id}/${path}`, body);
  return changed as unknown as Conversation;
}

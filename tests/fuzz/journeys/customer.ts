/** The acts of customers besides borrowing: claiming a loan, changing the number, writing to support, signing out. */
import type { ConversationPage } from '../../../domain/values/wire.ts';
import { staffHeaders } from '../../../server/testing/services.ts';
import { birthDate, person } from '../../support/form-values.ts';
import { type Journey, nextPassword, signIn } from './caller.ts';

/** A number that no other journey requests passwords for. */
export const claimedMobile = '9840055555';
const strangerMobile = '9840066666';
const writingMobile = '9840067777';
const movingMobile = '9840068888';
const newMobile = '9840069999';

const profile = { name: person.name, email: person.email };

export const claim: Journey = async (journeys, call) => {
  const { url, claimable } = journeys;
  const { headers, otp } = await signIn(journeys, call, claimedMobile);
  await call('saveProfile', { headers, body: profile });
  const path = { id: claimable.id };
  await call('requestClaim', { path, headers });
  await call('claimLoan', {
    path,
    headers,
    body: { otp: await nextPassword(url, claimedMobile, otp), dob: birthDate },
  });
};

export const changeNumber: Journey = async (journeys, call) => {
  const { url } = journeys;
  const { headers, otp: former } = await signIn(journeys, call, movingMobile);
  await call('requestMobileChange', { headers, body: { mobile: newMobile } });
  const otp = await nextPassword(url, movingMobile, former);
  const new_otp = await nextPassword(url, newMobile);
  await call('changeMobile', { headers, body: { mobile: newMobile, otp, new_otp, dob: birthDate } });
};

/** A visitor's query, and a customer's; staff answer and close both. */
export const talk: Journey = async (journeys, call) => {
  const language = 'en';
  await call('startConversation', {
    body: { ...profile, mobile: strangerMobile, query: 'When is it paid?', language },
  });
  const { headers: customer } = await signIn(journeys, call, writingMobile);
  await call('saveProfile', { headers: customer, body: profile });
  const nominee = { name: 'Raman Pillai', relation: 'sibling', mobile: '9840012345' };
  await call('saveNominee', { headers: customer, body: { nominee } });
  await call('readNominee', { headers: customer });
  const started = await call<{ id: string }>('startMyConversation', {
    headers: customer,
    body: { query: 'Where is my receipt?', language },
  });
  await call('continueMyConversation', {
    path: { conversation_id: started.id },
    headers: customer,
    body: { text: 'Of June.' },
  });

  const headers = staffHeaders(journeys.session.cookie);
  const search = { state: 'open', page: 1, page_length: 20 };
  const { items } = await call<ConversationPage>('searchConversations', { headers, body: search });
  for (const { id } of items) {
    const path = { conversation_id: id };
    const lastMessageId = async () => {
      const { messages } = await call<{ messages: { id: string }[] }>('readConversation', { path, headers });
      return messages.at(-1)?.id;
    };
    await call('readNomineeOfCustomer', { path, headers });
    const answer = { text: 'Within a week.', last_message_id: await lastMessageId() };
    await call('answerConversation', { path, headers, body: answer });
    await call('closeConversation', { path, headers, body: { last_message_id: await lastMessageId() } });
  }
};

export const signOut: Journey = async (journeys, call) => {
  const one = await signIn(journeys, call, '9840077777');
  await call('readProfile', one);
  const [session] = await call<{ id: string }[]>('listSessions', one);
  await call('endSession', { ...one, path: { id: session?.id ?? '' } });
  await call('endSessions', await signIn(journeys, call, '9840088888'));
};

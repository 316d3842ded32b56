/** States of the contact page, and of the conversations at the desk. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type {
  Conversation,
  ConversationPage,
  Grievance,
  StaffConversation,
} from '../../../domain/values/wire.ts';
import { answerCalls, RefusedAnswer } from '../support/answers.ts';
import {
  asksAsCustomer,
  customerLoans,
  sendsQuery,
  staffActs,
  writesAgain,
} from '../support/conversations.ts';
import { newMobile, signInPastScreens } from '../support/customers.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { reviewerAt } from '../support/reviewer.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

const query = 'When is the first instalment of my plan due?';

export const contactStates = {
  'contact-errors': async (page, testApp) => {
    await opensContact(page, testApp);
    await button(page, messageText('contact.send')).click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
    await page.getByText(messageText('contact.error.queryMissing')).first().waitFor();
  },
  'contact-sent': async (page, testApp) => {
    await fillsInQuery(page, testApp);
    await button(page, messageText('contact.send')).click();
    await page.getByText(messageText('contact.sent.help')).waitFor();
  },
  'contact-conversations': async (page, testApp) => {
    const { accessToken } = await signInPastScreens(page, testApp);
    const closed = await asksAsCustomer(testApp, accessToken, 'Does the loan cover the fee of the bus?');
    await staffActs(testApp, await staffActs(testApp, closed, { answer: 'Yes.' }), 'close');
    const answered = await asksAsCustomer(testApp, accessToken, query);
    await staffActs(testApp, answered, {
      answer: 'On the fifth of the month after the fees were paid.\n\nYour lender sends you the dates.',
    });
    const again = await writesAgain(testApp, accessToken, answered, 'And the last one?');
    await staffActs(testApp, again, { answer: 'Nine months later.' });
    await opensContact(page, testApp);
    await page.getByText('2 earlier messages').click();
    await page.getByText(messageText('contact.state.closed')).waitFor();
    const reply = page.getByLabel(messageText('contact.reply.label'));
    await button(page, messageText('contact.reply')).last().click();
    await reply.fill('Thank you.');
    await button(page, messageText('contact.reply')).first().click();
    // A reply that is being written stays while another one is.
    await button(page, messageText('contact.reply')).last().click();
    await page.waitForFunction((label) => {
      const inputs = [...document.querySelectorAll('textarea')];
      return inputs.some(({ value, labels }) => value === 'Thank you.' && labels[0]?.textContent === label);
    }, messageText('contact.reply.label'));
  },
  'contact-complaint-sent': async (page, testApp) => {
    await fillsInQuery(page, testApp);
    await page.getByLabel(messageText('contact.kind.grievance')).check();
    await page.getByText(/^You get a number at once/).waitFor();
    await complaintInput(page).fill('');
    await button(page, messageText('contact.send')).click();
    await page.getByText(messageText('contact.error.complaintMissing')).first().waitFor();
    await complaintInput(page).fill('My fee of June was not paid.');
    const lender = page.getByLabel(new RegExp(`^${messageText('contact.lender.label')}`));
    await lender.selectOption({ label: 'Sandbox lender 15' });
    await button(page, messageText('contact.send')).click();
    await page.getByText(messageText('contact.complaint.sent.help')).waitFor();
  },
  'contact-complaints': async (page, testApp) => {
    const text = 'My fee of June was not paid.';
    await answerCalls(page, {
      listMyConversations: [
        conversationOf(1, grievanceOf({ days_left: -4 }), [text]),
        conversationOf(2, grievanceOf({ days_left: 21 }), [text, 'We are asking your school.']),
        conversationOf(3, settledAs('rejected'), [text, 'It was paid on 2 June.']),
        conversationOf(4, settledAs('resolved'), [text, 'It is paid since today.']),
      ],
    });
    await signInPastScreens(page, testApp);
    await opensContact(page, testApp);
    await page.getByText(messageText('contact.complaint.overdue.next')).waitFor();
    await page.getByText(messageText('grievance.ombudsman.address')).first().waitFor();
  },
} satisfies Record<string, OpenState>;

const grievanceOf = (changes: Partial<Grievance> = {}): Grievance => ({
  number: 'G-48392-01177',
  lodged_on: '2026-06-12',
  answer_by: '2026-07-12',
  days_left: 30,
  outcome: null,
  settled_on: null,
  loan_id: '6f1c2a3b-4d5e-4f60-8a7b-9c0d1e2f3a4b',
  lender_name: 'Sandbox lender 15',
  ...changes,
});

const settledAs = (outcome: 'resolved' | 'rejected'): Grievance =>
  grievanceOf({ outcome, settled_on: '2026-06-20', days_left: null });

/** The messages are the customer's and staff's in turn; the last one of a settled complaint has settled it. */
const conversationOf = (
  number: number,
  grievance: Grievance,
  [asked = '', ...answers]: string[],
): Conversation => ({
  id: `7f1c2a3b-4d5e-4f60-8a7b-00000000000${number}`,
  state: grievance.outcome === null ? 'open' : 'answered',
  started_at: '2026-06-12T04:30:00.000Z',
  grievance,
  messages: [
    messageOf('customer', asked),
    ...answers.map((text) => ({ ...messageOf('staff', text), outcome: grievance.outcome })),
  ],
});

const messageOf = (author: 'customer' | 'staff', text: string): Conversation['messages'][number] => ({
  id: author,
  at: '2026-06-20T06:00:00.000Z',
  author,
  author_name: author === 'staff' ? 'Latha R' : null,
  text,
  outcome: null,
});

export const deskMessageStates = {
  'desk-complaints': async (page, testApp) => {
    const itemOf = (number: number, grievance: Grievance | null): ConversationPage['items'][number] => ({
      id: `7f1c2a3b-4d5e-4f60-8a7b-00000000000${number}`,
      name: 'Meena Raman',
      state: 'open',
      waiting_since: '2026-07-18T06:30:00.000Z',
      excerpt: 'My fee of June was not paid.',
      grievance,
    });
    const items = [
      itemOf(1, grievanceOf({ days_left: -4 })),
      itemOf(2, grievanceOf({ days_left: 0 })),
      itemOf(3, grievanceOf({ days_left: 21 })),
      itemOf(4, settledAs('rejected')),
      itemOf(5, null),
    ];
    const counts = { open: items.length, answered: 12, closed: 40 };
    await page.route('**/review/conversations/search', (route) => {
      const isSearch = route.request().postData()?.includes('"text"');
      const found = isSearch ? [] : items;
      return route.fulfill({
        json: { success: true, result: { items: found, total: found.length, counts } },
      });
    });
    await opensMessages(page, testApp);
    const text = page.getByLabel(messageText('review.conversations.text'));
    await text.fill('Meera');
    await page.getByText(messageText('review.queue.noneFound')).waitFor();
    await text.fill('');
    await page.getByText('4 days overdue').waitFor();
  },
  'desk-complaint': async (page, testApp) => {
    const conversation: StaffConversation = {
      ...conversationOf(1, settledAs('resolved'), [
        'My fee of June was not paid.',
        'It is paid since today.',
      ]),
      ...{ name: 'Meena Raman', mobile: '9840012345', email: 'meena@parent.example', language: 'en' },
      is_customer: true,
      loans: customerLoans,
    };
    const answers = (result: StaffConversation) =>
      page.route(`**/review/conversations/${conversation.id}`, (route) =>
        route.fulfill({ json: { success: true, result } }),
      );
    await answers(conversation);
    await opensMessages(page, testApp, `/${conversation.id}`);
    await button(page, messageText('review.conversation.close')).waitFor();
    await button(page, messageText('review.grievance.reject')).waitFor({ state: 'hidden' });
    await answers({ ...conversation, state: 'open', grievance: grievanceOf({ days_left: 21 }) });
    await page.reload();
    await button(page, messageText('review.grievance.reject')).waitFor();
    await button(page, messageText('review.grievance.resolve')).waitFor();
    await page.getByText(messageText('review.grievance.loan'), { exact: true }).waitFor();
    await page.getByRole('link', { name: '4821 0073 9155' }).waitFor();
    await page.getByText('₹6,300.00').waitFor();
  },
  'desk-messages': async (page, testApp) => {
    await sendsQuery(testApp, query);
    await opensMessages(page, testApp);
    await page.getByText(query).first().waitFor();
  },
  'desk-messages-none': async (page, testApp) => {
    // Other states leave conversations.
    await page.route('**/review/conversations/search', (route) =>
      route.fulfill({
        json: {
          success: true,
          result: { items: [], total: 0, counts: { open: 0, answered: 1000, closed: 0 } },
        },
      }),
    );
    await opensMessages(page, testApp);
    await page.getByText(messageText('review.conversations.none')).waitFor();
  },
  'desk-conversation-errors': async (page, testApp) => {
    const text = `${query} ${crypto.randomUUID()}`;
    await sendsQuery(testApp, text);
    await opensMessages(page, testApp);
    await page.getByRole('row').filter({ hasText: text }).getByRole('link').click();
    await page.getByText(messageText('review.conversation.visitor')).click();
    await page.getByText(messageText('review.conversation.email'), { exact: true }).waitFor();
    await button(page, messageText('review.conversation.send')).click();
    await page.getByText(messageText('review.error.answerMissing')).waitFor();
  },
  'desk-conversation-conflict': async (page, testApp) => {
    const { conversation, accessToken } = await customerConversation(page, testApp);
    await page.getByText(messageText('review.conversation.customer')).waitFor();
    await page.getByRole('link', { name: messageText('review.conversation.applications') }).waitFor();
    await answerInput(page).fill('On the fifth.');
    await writesAgain(testApp, accessToken, conversation, 'I have found it.');
    await button(page, messageText('review.conversation.send')).click();
    await page.getByText(messageText('review.conversation.conflict')).waitFor();
    await page.getByText('I have found it.').waitFor();
  },
  'desk-conversation-nominee': async (page, testApp) => {
    await customerConversation(page, testApp);
    const nomineeOfCustomer = page.locator('details', { hasText: messageText('review.nominee.help') });
    await nomineeOfCustomer.locator('summary').click();
    await button(page, messageText('review.nominee.show')).click();
    await page.getByText(messageText('review.nominee.none')).waitFor();
    // The button that was pressed is gone.
    await nomineeOfCustomer.locator('.stack:focus').waitFor();
    await answerCalls(page, { readNomineeOfCustomer: new RefusedAnswer(503) });
    await page.reload();
    await nomineeOfCustomer.locator('summary').click();
    await button(page, messageText('review.nominee.show')).click();
    await page.getByText(messageText('review.nominee.failed')).waitFor();
    const nominee = { name: 'Raman Pillai', relation: 'sibling', mobile: '9840012345' } as const;
    await answerCalls(page, { readNomineeOfCustomer: nominee });
    await button(page, messageText('app.tryAgain')).click();
    await page.getByText(nominee.name).waitFor();
    await page.getByText('Brother or sister').waitFor();
  },
  'desk-standard-answer-add': async (page, testApp) => {
    await opensMessages(page, testApp, '/standard-answers');
    await button(page, messageText('review.standardAnswer.add')).click();
    await button(page, messageText('review.form.save')).click();
    await page.getByText(messageText('review.error.titleMissing')).first().waitFor();
  },
  'desk-standard-answer-delete': async (page, testApp) => {
    await opensMessages(page, testApp, '/standard-answers');
    await addsStandardAnswer(page, 'Where the instalments are');
    await button(page, new RegExp(`^${messageText('review.standardAnswers.delete')} `))
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  },
} satisfies Record<string, OpenState>;

/** The input of a new query. */
export const queryInput = (page: Page) =>
  page.getByRole('textbox', { name: messageText('contact.query.label') });

/** The input of a new complaint. */
export const complaintInput = (page: Page) =>
  page.getByRole('textbox', { name: messageText('contact.complaint.label') });

/** The input of staff's answer. */
export const answerInput = (page: Page) =>
  page.getByRole('textbox', { name: messageText('review.conversation.answer.label') });

export async function opensContact(page: Page, testApp: TestApp): Promise<void> {
  await page.goto(testApp.url + accountPath('contact'));
  await page.getByRole('heading', { level: 1, name: messageText('contact.title') }).waitFor();
}

/** Adds a standard answer through the form in the dialog. */
export async function addsStandardAnswer(page: Page, title: string): Promise<void> {
  await button(page, messageText('review.standardAnswer.add')).click();
  const dialog = page.getByRole('dialog');
  await answer(dialog, messageText('review.standardAnswer.titleLabel'), title);
  await dialog
    .getByRole('textbox', { name: messageText('review.standardAnswer.text') })
    .fill('At no charge.');
  await button(dialog, messageText('review.form.save')).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Signs in as the demo reviewer on the way. */
export async function opensMessages(page: Page, testApp: TestApp, path = ''): Promise<void> {
  const reviewer = reviewerAt(page, testApp);
  await reviewer.opensTheDesk(`/messages${path}`);
  await reviewer.signsIn();
}

/** Opens at the desk a conversation that a customer began and staff have answered. */
async function customerConversation(page: Page, testApp: TestApp) {
  const { accessToken } = await signInPastScreens(page, testApp);
  const asked = await asksAsCustomer(testApp, accessToken, query);
  const conversation = await staffActs(testApp, asked, { answer: 'On the first.' });
  await opensMessages(page, testApp, `/${conversation.id}`);
  await answerInput(page).waitFor();
  return { conversation, accessToken };
}

/** Fills in the form without a sign-in. */
export async function fillsInQuery(page: Page, testApp: TestApp): Promise<void> {
  await opensContact(page, testApp);
  await answer(page, messageText('contact.name.label'), 'Meena Raman');
  await answer(page, messageText('contact.mobile.label'), newMobile());
  await answer(page, messageText('contact.email.label'), `${crypto.randomUUID()}@parent.example`);
  await queryInput(page).fill(query);
}

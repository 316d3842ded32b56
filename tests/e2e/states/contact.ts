/** States of the contact page, and of the conversations at the desk. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/account-pages.ts';
import { asksAsCustomer, sendsQuery, staffActs, writesAgain } from '../support/conversations.ts';
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
    await opensContact(page, testApp);
    await page.getByText(messageText('contact.state.closed')).waitFor();
    await button(page, messageText('contact.reply')).first().click();
    await page.getByLabel(messageText('contact.reply.label')).waitFor();
  },
} satisfies Record<string, OpenState>;

export const deskMessageStates = {
  'desk-messages': async (page, testApp) => {
    await sendsQuery(testApp, query);
    await opensMessages(page, testApp);
    await page.getByText(query).first().waitFor();
  },
  'desk-messages-none': async (page, testApp) => {
    // Other states leave conversations.
    await page.route('**/review/conversations?*', (route) =>
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
    await page.getByText(messageText('review.conversation.visitor')).waitFor();
    await button(page, messageText('review.conversation.send')).click();
    await page.getByRole('group', { name: /^Please check/ }).waitFor();
  },
  'desk-conversation-conflict': async (page, testApp) => {
    const { conversation, accessToken } = await customerConversation(page, testApp);
    await page.getByText(messageText('review.conversation.customer')).waitFor();
    await answerInput(page).fill('On the fifth.');
    await writesAgain(testApp, accessToken, conversation, 'I have found it.');
    await button(page, messageText('review.conversation.send')).click();
    await page.getByText(messageText('review.conversation.conflict')).waitFor();
    await page.getByText('I have found it.').waitFor();
  },
  'desk-standard-answer-add': async (page, testApp) => {
    await opensMessages(page, testApp, '/standard-answers');
    await button(page, messageText('review.standardAnswer.add')).click();
    await button(page, messageText('review.form.save')).click();
    await page.getByText(messageText('review.error.titleMissing')).first().waitFor();
  },
  'desk-standard-answer-delete': async (page, testApp) => {
    await opensMessages(page, testApp, '/standard-answers');
    await addsStandardAnswer(page, 'Instalments');
    await button(page, new RegExp(`^${messageText('review.standardAnswers.delete')} `))
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  },
} satisfies Record<string, OpenState>;

/** The input of a new query. */
export const queryInput = (page: Page) =>
  page.getByRole('textbox', { name: messageText('contact.query.label') });

/** The input of staff's answer. */
export const answerInput = (page: Page) =>
  page.getByRole('textbox', { name: messageText('review.conversation.answer.label') });

export async function opensContact(page: Page, testApp: TestApp): Promise<void> {
  await page.goto(testApp.url + accountPath('contact'));
  await page.getByRole('heading', { level: 1, name: messageText('contact.title') }).waitFor();
}

/** By the form in the dialog. */
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

/** One that a customer has written and staff have answered, open at the desk. */
async function customerConversation(page: Page, testApp: TestApp) {
  const { accessToken } = await signInPastScreens(page, testApp);
  const asked = await asksAsCustomer(testApp, accessToken, query);
  const conversation = await staffActs(testApp, asked, { answer: 'On the first.' });
  await opensMessages(page, testApp, `/${conversation.id}`);
  await answerInput(page).waitFor();
  return { conversation, accessToken };
}

/** The form of somebody who is not signed in. */
export async function fillsInQuery(page: Page, testApp: TestApp): Promise<void> {
  await opensContact(page, testApp);
  await answer(page, messageText('contact.name.label'), 'Meena Raman');
  await answer(page, messageText('contact.mobile.label'), newMobile());
  await answer(page, messageText('contact.email.label'), `${crypto.randomUUID()}@parent.example`);
  await queryInput(page).fill(query);
}

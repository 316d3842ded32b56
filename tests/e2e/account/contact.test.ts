/** A query to support, from the question to the answer by mail and in the app. */
import { beforeEach, expect, test } from 'vitest';
import { accountPath } from '../../../domain/account-pages.ts';
import { browserForFile } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import { answerInput, contactStates, deskMessageStates, opensContact, queryInput } from '../states/contact.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { meena, newMobile, signInPastScreens } from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { mailsTo } from '../support/outbox.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describeAccessibility({ ...contactStates, ...deskMessageStates }, open, testApp);

test('a query comes to the desk, its answer goes out by mail and stands in the app, and is answered back', async () => {
  const { page: phone } = await phoneFor(await open(), 'a customer writes to support');
  await signInPastScreens(phone, testApp());
  await phone.goto(`${testApp().url}${accountPath('faq')}#foreclosure`);
  const foreclosure = phone.locator('#foreclosure');
  await foreclosure.getByRole('link', { name: messageText('faq.link.contact') }).click();
  await phone.getByRole('heading', { level: 1, name: messageText('contact.title') }).waitFor();
  const query = `May I close my loan in March? ${crypto.randomUUID()}`;
  await queryInput(phone).fill(query);
  await button(phone, messageText('contact.send')).click();
  await phone.getByText(messageText('contact.sent.customer')).waitFor();
  await phone.getByText(messageText('contact.state.open')).waitFor();

  const { page: desk } = await desktopFor(await open(), 'staff answer a customer');
  const reviewer = reviewerAt(desk, testApp());
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  await desk.getByRole('link', { name: messageText('review.conversations.title') }).click();
  await desk.getByRole('row').filter({ hasText: query }).getByRole('link').click();
  const text = 'Yes, at no charge. We have told your lender.';
  await answerInput(desk).fill(text);
  await button(desk, messageText('review.conversation.send')).click();
  await desk.getByRole('listitem').filter({ hasText: text }).waitFor();
  await eventually(() => answerInput(desk).inputValue()).toBe('');
  // An address names no person.
  expect(new URL(desk.url()).pathname).toMatch(/^\/review\/messages\/[0-9a-f-]{36}$/);

  await until(
    'the answer is sent by mail',
    () => mailsTo(testApp(), meena.email),
    (mails) => mails.some((mail) => mail.text.includes(text)),
  );
  await opensContact(phone, testApp());
  await phone.getByText(messageText('contact.state.answered')).waitFor();
  await phone.getByText(text).waitFor();
  await button(phone, messageText('contact.reply')).click();
  const reply = phone.getByRole('textbox', { name: messageText('contact.reply.label') });
  await hasFocus(reply);
  await reply.fill('Thank you. When will it be done?');
  await phone.getByRole('form', { name: messageText('contact.reply') }).getByRole('button').last().click();
  await phone.getByText(messageText('contact.state.open')).waitFor();
  await hasFocus(button(phone, messageText('contact.reply')));

  await desk.getByRole('link', { name: messageText('review.conversation.back') }).click();
  await desk.getByRole('row').filter({ hasText: 'When will it be done?' }).getByRole('link').click();
  await button(desk, messageText('review.conversation.close')).click();
  await button(desk, messageText('review.conversation.close')).waitFor({ state: 'detached' });
});

test('what was typed without a connection stays, and is sent when it is back', async () => {
  const { page, context } = await phoneFor(await open(), 'a query without a connection');
  await opensContact(page, testApp());
  await answer(page, messageText('contact.name.label'), 'Meena Raman');
  await answer(page, messageText('contact.mobile.label'), newMobile());
  await answer(page, messageText('contact.email.label'), `${crypto.randomUUID()}@parent.example`);
  await queryInput(page).fill('When is it due?');
  await context.setOffline(true);
  await page.getByText(messageText('app.offline.title')).waitFor();
  await button(page, messageText('contact.send')).click();
  await page.getByText(messageText('account.submission.failed')).waitFor();
  expect(await queryInput(page).inputValue()).toBe('When is it due?');
  await context.setOffline(false);
  await button(page, messageText('contact.send')).click();
  await page.getByText(messageText('contact.sent.help')).waitFor();
  await button(page, messageText('contact.another')).click();
  expect(await queryInput(page).inputValue()).toBe('');
});

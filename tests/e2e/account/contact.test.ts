/** A query to support, from the question to the answer by mail and in the app. */
import { beforeEach, expect, test } from 'vitest';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { browserForFile } from '../../support/browser.ts';
import { until } from '../../support/until.ts';
import {
  addsStandardAnswer,
  answerInput,
  complaintInput,
  contactStates,
  deskMessageStates,
  fillsInQuery,
  opensContact,
  opensMessages,
  queryInput,
} from '../states/contact.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { asksAsCustomer } from '../support/conversations.ts';
import { meena, signInPastScreens } from '../support/customers.ts';
import { eventually, hasFocus } from '../support/eventually.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { mailsTo } from '../support/outbox.ts';
import { reviewerAt } from '../support/reviewer.ts';
import { desktopFor, phoneFor } from '../support/screens.ts';
import { testAppForFile } from '../support/test-app.ts';

const open = browserForFile();
const testApp = testAppForFile();

beforeEach(() => testApp().faults.disarmAll());

describeAccessibility(
  { ...contactStates, ...deskMessageStates },
  [
    ...(['contact-errors', 'contact-conversations', 'contact-complaints', 'desk-messages'] as const),
    ...(['desk-complaint', 'desk-standard-answer-add'] as const),
  ],
  open,
  testApp,
);

test('a query comes to the desk, its answer goes out by mail and stands in the app, and is answered back', async () => {
  const { page: phone } = await phoneFor(await open(), 'a customer writes to support');
  await signInPastScreens(phone, testApp());
  await phone.goto(`${testApp().url}${accountPath('faq')}#foreclosure`);
  const foreclosure = phone.locator('#foreclosure');
  testApp().cutOff('listMyConversations');
  await foreclosure.getByRole('link', { name: messageText('faq.link.contact') }).click();
  await phone.getByRole('heading', { level: 1, name: messageText('contact.title') }).waitFor();
  await phone.getByText(messageText('account.loadFailed')).waitFor();
  testApp().faults.disarmAll();
  await button(phone, messageText('app.tryAgain')).click();
  const query = `May I close my loan in March? ${crypto.randomUUID()}`;
  await queryInput(phone).fill(query);
  await button(phone, messageText('contact.send')).click();
  await hasFocus(phone.getByRole('status').filter({ hasText: messageText('contact.sent.customer') }));
  await phone.getByText(messageText('contact.state.open')).waitFor();

  const { page: desk } = await desktopFor(await open(), 'staff answer a customer');
  const reviewer = reviewerAt(desk, testApp());
  await reviewer.opensTheDesk();
  await reviewer.signsIn();
  testApp().hold('searchConversations');
  await desk.getByRole('link', { name: messageText('review.conversations.title') }).click();
  await desk.getByText(messageText('review.conversations.loading')).waitFor({ state: 'attached' });
  testApp().faults.disarmAll();
  await desk.getByRole('row').filter({ hasText: query }).waitFor();
  testApp().cutOff('searchConversations');
  await desk.reload();
  await desk.getByText(messageText('review.conversations.failed'), { exact: true }).waitFor();
  testApp().faults.disarmAll();
  await button(desk, messageText('app.tryAgain')).click();
  await desk.getByRole('row').filter({ hasText: query }).getByRole('link').click();
  const text = 'Yes, at no charge. We have told your lender.';
  await answerInput(desk).fill(text);
  // The answer to the call is lost: pressed again, it is sent once.
  testApp().loseAnswersOf('answerConversation');
  await button(desk, messageText('review.conversation.send')).click();
  await desk.getByText(messageText('review.conversation.failed')).waitFor();
  testApp().faults.disarmAll();
  await button(desk, messageText('review.conversation.send')).click();
  await desk.getByRole('listitem').filter({ hasText: text }).waitFor();
  await eventually(() => answerInput(desk).inputValue()).toBe('');
  // An address names no person.
  expect(new URL(desk.url()).pathname).toMatch(/^\/review\/messages\/[0-9a-f-]{36}$/);

  await until(
    'the answer is sent by mail',
    () => mailsTo(testApp(), meena.email),
    (mails) => mails.filter((mail) => mail.text.includes(text)).length === 1,
  );
  await opensContact(phone, testApp());
  await phone.getByText(messageText('contact.state.answered')).waitFor();
  await phone.getByText(text).waitFor();
  await button(phone, messageText('contact.reply')).click();
  const reply = phone.getByRole('textbox', { name: messageText('contact.reply.label') });
  await hasFocus(reply);
  await reply.fill('Thank you. When will it be done?');
  await phone
    .getByRole('form', { name: messageText('contact.reply') })
    .getByRole('button')
    .last()
    .click();
  await phone.getByText(messageText('contact.state.open')).waitFor();
  await hasFocus(button(phone, messageText('contact.reply')));

  await desk.getByRole('link', { name: messageText('review.conversation.back') }).click();
  await desk.getByRole('row').filter({ hasText: 'When will it be done?' }).getByRole('link').click();
  await button(desk, messageText('review.conversation.close')).click();
  await button(desk, messageText('review.conversation.close')).waitFor({ state: 'detached' });
});

test('a complaint gets a number, is found by it and rejected at the desk, and leads to the Ombudsman', async () => {
  const { page: phone } = await phoneFor(await open(), 'a customer complains');
  await signInPastScreens(phone, testApp());
  await phone.goto(testApp().url + accountPath('grievance'));
  await phone.getByRole('link', { name: messageText('grievance.write.link') }).click();
  const complaint = `My fee of June was not paid. ${crypto.randomUUID()}`;
  await complaintInput(phone).fill(complaint);
  await button(phone, messageText('contact.send')).click();
  const sent = phone.getByRole('status').filter({ hasText: messageText('contact.complaint.sent') });
  const [number = ''] = /G-\d{5}-\d{5}/.exec(await sent.innerText()) ?? [];
  await until(
    'the number comes by mail',
    () => mailsTo(testApp(), meena.email),
    (mails) => mails.some((mail) => mail.text.includes(number)),
  );

  const { page: desk } = await desktopFor(await open(), 'staff reject a complaint');
  await opensMessages(desk, testApp());
  await desk.getByLabel(messageText('review.conversations.text')).fill(number.replace('G-', ''));
  const row = desk.getByRole('row').filter({ hasText: number });
  await row.getByText('30 days left').waitFor();
  await row.getByRole('link').click();
  await answerInput(desk).fill('The lender paid it on 2 June.');
  await button(desk, messageText('review.grievance.reject')).click();
  await desk
    .getByRole('listitem')
    .filter({ hasText: messageText('review.grievance.rejected') })
    .waitFor();

  await phone.reload();
  await phone.getByText(messageText('contact.complaint.rejected.next')).waitFor();
  const site = phone.getByRole('link', { name: 'cms.rbi.org.in' });
  expect(await site.getAttribute('href')).toBe('https://cms.rbi.org.in');
});

test('what was typed without a connection stays, and is sent when it is back', async () => {
  const { page, context } = await phoneFor(await open(), 'a query without a connection');
  await fillsInQuery(page, testApp());
  const typed = await queryInput(page).inputValue();
  await context.setOffline(true);
  await page.getByText(messageText('app.offline.title')).waitFor();
  await button(page, messageText('contact.send')).click();
  await page.getByText(messageText('account.submission.failed')).waitFor();
  expect(await queryInput(page).inputValue()).toBe(typed);
  await context.setOffline(false);
  await button(page, messageText('contact.send')).click();
  await page.getByText(messageText('contact.sent.help')).waitFor();
  await button(page, messageText('contact.another')).click();
  expect(await queryInput(page).inputValue()).toBe('');
  await hasFocus(page.getByRole('radio', { name: messageText('contact.kind.query') }));
});

test('a senior adds a standard answer in a dialog, changes it, answers with it, and deletes it', async () => {
  const { page } = await desktopFor(await open(), 'standard answers');
  const title = `Bus fee ${crypto.randomUUID().slice(0, 8)}`;
  await page.route('**/review/standard-answers', (route) =>
    route.fulfill({ json: { success: true, result: [] } }),
  );
  await opensMessages(page, testApp(), '/standard-answers');
  await page.getByText(messageText('review.standardAnswers.none')).waitFor();
  await page.unroute('**/review/standard-answers');
  testApp().cutOff('listStandardAnswers');
  await page.reload();
  await page.getByText(messageText('review.standardAnswers.failed'), { exact: true }).waitFor();
  testApp().faults.disarmAll();
  await button(page, messageText('app.tryAgain')).click();
  await addsStandardAnswer(page, title);
  const row = page.getByRole('row').filter({ hasText: title });
  const edit = row.getByRole('button', {
    name: new RegExp(`^${messageText('review.standardAnswers.edit')} `),
  });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: messageText('review.standardAnswer.edit') });
  await dialog
    .getByRole('textbox', { name: messageText('review.standardAnswer.text') })
    .fill('The loan covers the fee of the bus.');
  await button(dialog, messageText('review.form.cancel')).click();
  await hasFocus(edit);
  await row.getByText('At no charge.').waitFor();
  await edit.click();
  const text = 'The loan covers the transport fee.';
  await dialog.getByRole('textbox', { name: messageText('review.standardAnswer.text') }).fill(text);
  testApp().cutOff('updateStandardAnswer');
  await button(dialog, messageText('review.form.update')).click();
  await dialog.getByText(messageText('review.form.failed')).waitFor();
  testApp().faults.disarmAll();
  await button(dialog, messageText('review.form.update')).click();
  await row.getByText(text).waitFor();

  const { accessToken } = await signInPastScreens(page, testApp());
  const { id } = await asksAsCustomer(testApp(), accessToken, 'Does it cover the bus?');
  await page.goto(`${testApp().url}/review/messages/${id}`);
  await page.getByLabel(messageText('review.standardAnswer.choose')).selectOption({ label: title });
  expect(await answerInput(page).inputValue()).toBe(text);

  await page.goto(`${testApp().url}/review/messages/standard-answers`);
  await row
    .getByRole('button', { name: new RegExp(`^${messageText('review.standardAnswers.delete')} `) })
    .click();
  await button(page.getByRole('dialog'), messageText('review.standardAnswers.delete')).click();
  await row.waitFor({ state: 'detached' });
});

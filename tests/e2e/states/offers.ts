/** States of the offers, of the key facts of one, and of the consents. The loan is of fixtures, not of the database. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { type ConsentPurpose, consentPurposes } from '../../../domain/servicing/consents.ts';
import type { Loan, Offer } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls, type Answers, RefusedAnswer } from '../support/answers.ts';
import { signInPastScreens } from '../support/customers.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { consentOf, issuedDocument, keyFactsOf, offerOf, offersOf } from '../support/servicing.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

const loanId = 'L1';
/** The students, of whom the screen knows only names and ages. */
const loan = {
  loan_id: loanId,
  el_details: {
    students: [
      { student_name: 'Kavin Raman', dob: '2015-06-14' },
      { student_name: 'Yazhini Raman', dob: '2000-11-30' },
    ],
  },
} as Loan;

const lender = (id: number, status: 'rejected' | 'with_lender') => ({
  lender_id: id,
  lender_name: `Sandbox lender ${id}`,
  status,
});

export const offerStates = {
  offers: opensOffers,
  'offers-facts': async (page, testApp) => {
    await opensOffers(page, testApp);
    await page.getByRole('heading', { name: messageText('servicing.comparison.table') }).click();
    await shows(page, 'servicing.fact.coolingOff');
  },
  'offers-none': async (page, testApp) => {
    await opens(page, testApp, 'offers', {
      listOffers: offersOf([], { unmatched: [lender(11, 'rejected'), lender(15, 'rejected')] }),
    });
    await shows(page, 'servicing.offers.none.help');
  },
  'offers-accepted': async (page, testApp) => {
    await opens(page, testApp, 'offers', {
      listOffers: offersOf([offerOf(12), offerOf(15, { stage: 'accepted' })], {
        accepted_offer_id: 'offer-15-1',
      }),
    });
    await shows(page, 'servicing.offers.accepted.help');
  },
  'offers-failed': async (page, testApp) => {
    await opens(page, testApp, 'offers', { listOffers: new RefusedAnswer(503) });
    await shows(page, 'account.loadFailed');
  },
  'key-facts': async (page, testApp) => {
    const document = issuedDocument('key_facts');
    await opensKeyFacts(page, testApp, {
      createKeyFacts: keyFactsOf(document),
      acknowledgeKeyFacts: { ...document, acknowledged_at: '2026-12-01T04:40:00.000Z' },
    });
    await button(page, messageText('servicing.keyFacts.acknowledge')).waitFor();
  },
  'key-facts-consents': async (page, testApp) => {
    const document = issuedDocument('key_facts');
    await opensKeyFacts(page, testApp, {
      createKeyFacts: keyFactsOf(document),
      acknowledgeKeyFacts: { ...document, acknowledged_at: '2026-12-01T04:40:00.000Z' },
    });
    await acknowledges(page);
    await button(page, messageText('servicing.acceptance.submit', { lender: 'Sandbox lender 15' })).click();
    await shows(page, 'servicing.acceptance.error.required');
  },
  'key-facts-expired': async (page, testApp) => {
    await opensKeyFacts(page, testApp, {}, 'offer-gone');
    await shows(page, 'servicing.keyFacts.gone');
    await answerCalls(page, { createKeyFacts: new RefusedAnswer(409, 'servicing.offer.expired') });
    await page.goto(keyFactsAddress(testApp, 'offer-15-1'));
    await shows(page, 'servicing.keyFacts.expired');
  },
  'key-facts-another': async (page, testApp) => {
    await opensKeyFacts(page, testApp, {
      createKeyFacts: keyFactsOf(acknowledged),
      acceptOffer: new RefusedAnswer(409, 'servicing.offer.another'),
    });
    await accepts(page);
    await shows(page, 'servicing.keyFacts.another');
  },
  'key-facts-failed': async (page, testApp) => {
    await opensKeyFacts(page, testApp, { createKeyFacts: 'none' });
    await page.getByText(messageText('servicing.keyFacts.loading')).waitFor({ state: 'attached' });
    await answerCalls(page, { createKeyFacts: new RefusedAnswer(503) });
    await page.reload();
    await shows(page, 'account.loadFailed');
    await answerCalls(page, { createKeyFacts: new RefusedAnswer(400, '', '', 'refusal.wordsChanged') });
    await button(page, messageText('app.tryAgain')).click();
    await shows(page, 'refusal.wordsChanged');
  },
  consents: async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await answerCalls(page, { listConsents: [] });
    await page.goto(testApp.url + accountPath('consents'));
    await shows(page, 'servicing.consents.none');
    await answerCalls(page, {
      listConsents: [
        consentOf('messages', { withdrawn_at: '2026-12-03T06:00:00.000Z' }),
        ...consentPurposes.filter((purpose) => purpose !== 'messages').map((purpose) => consentOf(purpose)),
      ],
    });
    await page.reload();
    await shows(page, 'servicing.consents.withdrawn');
  },
  'consents-withdrawal': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await answerCalls(page, {
      listConsents: listedPurposes.map((purpose) => consentOf(purpose)),
      withdrawConsent: new RefusedAnswer(503),
    });
    await page.goto(testApp.url + accountPath('consents'));
    for (const purpose of listedPurposes) {
      const withdraw = page.getByRole('button', {
        name: new RegExp(`^${messageText('servicing.consents.withdraw')}`),
      });
      await withdraw.nth(listedPurposes.indexOf(purpose)).click();
      await shows(page, consequences[purpose]);
      if (purpose !== 'marketing') await button(page, messageText('servicing.withdrawal.keep')).click();
    }
    const dialog = page.getByRole('alertdialog');
    await button(dialog, messageText('servicing.consents.withdraw')).click();
    await shows(page, 'refusal.unavailable');
  },
} satisfies Record<string, OpenState>;

/** Opens the offers of three lenders, of which one has made a second, ordered by what is paid in all. */
async function opensOffers(page: Page, testApp: TestApp): Promise<void> {
  await opens(page, testApp, 'offers', {
    listOffers: offersOf(
      [
        offerOf(11, { revision: 2, offer_id: 'offer-11-2' }),
        offerOf(12),
        offerOf(15),
        offerOf(15, {
          offer_id: 'offer-16',
          lender_id: 16,
          lender_name: 'Sandbox lender 16',
          stage: 'expired',
        }),
      ],
      { other_offers: [offerOf(11)], unmatched: [lender(13, 'with_lender'), lender(14, 'rejected')] },
    ),
  });
  await page.getByRole('heading', { name: messageText('servicing.comparison.title') }).waitFor();
  const order = page.getByLabel(messageText('servicing.offers.sort'));
  await order.selectOption({ label: messageText('servicing.fact.total') });
  const read = messageText('servicing.offer.keyFacts');
  await page.getByRole('link', { name: `${read} Sandbox lender 12` }).waitFor();
}

const listedPurposes = [
  'share',
  'credit_check',
  ...consentPurposes,
] as const satisfies readonly ConsentPurpose[];

const consequences: Record<ConsentPurpose, MessageId> = {
  share: 'servicing.withdrawal.submission',
  credit_check: 'servicing.withdrawal.submission',
  application: 'servicing.withdrawal.application',
  credit_bureau: 'servicing.withdrawal.creditBureau',
  kyc: 'servicing.withdrawal.kyc',
  payments: 'servicing.withdrawal.payments',
  guardian: 'servicing.withdrawal.guardian',
  messages: 'servicing.withdrawal.messages',
  marketing: 'servicing.withdrawal.marketing',
};

const acknowledged = issuedDocument('key_facts', { acknowledged_at: '2026-12-01T04:40:00.000Z' });

const keyFactsAddress = (testApp: TestApp, offerId: string) =>
  `${testApp.url}${accountPath('keyFacts', loanId)}?offer=${offerId}`;

const shows = (page: Page, id: MessageId) => page.getByText(messageText(id)).first().waitFor();

/** The help before it speaks of the consents too. */
const showsConsents = (page: Page) =>
  page.getByRole('heading', { name: messageText('servicing.acceptance.title') }).waitFor();

async function opens(page: Page, testApp: TestApp, name: 'offers', answers: Answers): Promise<void> {
  await signInPastScreens(page, testApp);
  await answerCalls(page, answers);
  await page.goto(testApp.url + accountPath(name, loanId));
}

async function opensKeyFacts(
  page: Page,
  testApp: TestApp,
  answers: Answers,
  offerId: Offer['offer_id'] = 'offer-15-1',
): Promise<void> {
  await signInPastScreens(page, testApp);
  await answerCalls(page, { getLoan: loan, listOffers: offersOf([offerOf(15)]), ...answers });
  await page.goto(keyFactsAddress(testApp, offerId));
}

/** Goes to the end of the statement, where it can be acknowledged. */
async function acknowledges(page: Page): Promise<void> {
  const acknowledge = button(page, messageText('servicing.keyFacts.acknowledge'));
  await acknowledge.scrollIntoViewIfNeeded();
  await acknowledge.and(page.locator(':not([aria-disabled])')).click();
  await showsConsents(page);
}

async function accepts(page: Page): Promise<void> {
  await showsConsents(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(page, messageText('servicing.acceptance.submit', { lender: 'Sandbox lender 15' })).click();
}

/** States of a loan from its acceptance to its last instalment. The loan is of fixtures, not of the database. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/account-pages.ts';
import type { MyLoan, Servicing } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls, type Answers, RefusedAnswer } from '../support/answers.ts';
import { signInPastScreens } from '../support/customers.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { issuedDocument, servicingOf } from '../support/servicing.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

const loanId = 'L1';

/** Paid out; two instalments are paid. */
const repaying: Partial<Servicing> = {
  stage: 'repaying',
  next: 'repay',
  agreement: { state: 'countersigned', document: issuedDocument('agreement') },
  advance: { amount_paise: 771_600, state: 'paid', order_id: 'O1' },
  disbursed_on: '2027-01-05',
  paid_paise: 2_031_600,
  outstanding_paise: 4_200_000,
  documents: [
    issuedDocument('key_facts'),
    issuedDocument('agreement'),
    issuedDocument('receipt'),
    issuedDocument('statement', { language: 'ta' }),
  ],
};

export const servicingStates = {
  'servicing-disbursal': async (page, testApp) => {
    const document = issuedDocument('agreement');
    await opens(page, testApp, {
      readServicing: servicingOf({ next: 'wait_for_disbursal', agreement: { state: 'signed', document } }),
    });
    await page.getByText(/signs the agreement next/).waitFor();
    await answerCalls(page, {
      readServicing: servicingOf({
        stage: 'advance_paid',
        next: 'wait_for_disbursal',
        advance: { amount_paise: 771_600, state: 'paid', order_id: 'O1' },
        kyc: { state: 'verified', failure: null, name_on_record: 'MEENA SUNDARAM', name_matches: false },
        documents: repaying.documents ?? [],
      }),
      readIssuedDocument: new RefusedAnswer(503, ''),
    });
    await page.reload();
    await page.getByText(/now pays the institution/).waitFor();
    await page.getByRole('button', { name: messageText('servicing.document.receipt') }).click();
    await shows(page, 'servicing.document.failed');
  },
  'servicing-disbursed': async (page, testApp) => {
    await opens(page, testApp, {
      readServicing: servicingOf({ ...repaying, stage: 'disbursed' }),
    });
    await page.getByText(/to the institution on/).waitFor();
  },
  'servicing-cancel': async (page, testApp) => {
    await opens(page, testApp, { readServicing: servicingOf() });
    await button(page, messageText('servicing.cancellation.open')).click();
    await shows(page, 'servicing.cancellation.confirm');
    const dialog = page.getByRole('alertdialog');
    for (const [refusal, message] of [
      [new RefusedAnswer(502, ''), 'servicing.failure.provider'],
      [new RefusedAnswer(409, 'servicing.step.notNow'), 'servicing.failure.outdated'],
    ] as const) {
      await answerCalls(page, { requestCancellation: refusal });
      await button(dialog, messageText('servicing.cancellation.open')).click();
      await shows(page, message);
    }
  },
  'servicing-ended': async (page, testApp) => {
    await opens(page, testApp, { readServicing: new RefusedAnswer(404, 'servicing.none') });
    await shows(page, 'servicing.none.help');
    await showsInTurn(page, [
      [servicingOf({ next: 'accept', stage: 'offered' }), 'servicing.changes.help'],
      [servicingOf({ next: 'none', stage: 'cancelled' }), 'servicing.ended.cancelled.help'],
      [servicingOf({ next: 'none', stage: 'expired' }), 'servicing.ended.expired.help'],
      [servicingOf({ next: 'none', stage: 'refused' }), 'servicing.ended.refused.help'],
    ]);
  },
  'dashboard-servicing': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    for (const [next, stage, sentence] of [
      ['choose_offer', 'offered', /compare the offers/],
      ['sign', 'accepted', /your signature under/],
      ['kyc', 'agreement_signed', /your identity check/],
      ['mandate', 'kyc_verified', /your mandate/],
      ['repay', 'repaying', /is paid out/],
      ['pay_advance', 'mandate_registered', /your advance payment/],
    ] as const) {
      const loan = { ...myLoan, next, servicing_stage: stage };
      await answerCalls(page, { listMyLoans: { loans: [loan], page: 1, pages: 1, total: 1 } });
      await page.goto(`${testApp.url}/app`);
      await page.getByText(sentence).waitFor();
    }
  },
} satisfies Record<string, OpenState>;

const myLoan: MyLoan = {
  loan_id: loanId,
  loan_number: '4821 0073 9155',
  product: 'EL',
  date: '2026-11-20',
  institution_name: 'Silverpine Grove International School',
  applied_amount: 60_000,
  sanctioned_amount: 60_000,
  emi_amount: 6300,
  tenure: 10,
  lender: 15,
  status: 'approved',
  stage: 'completed',
  next: 'none',
  servicing_stage: null,
  step: 'applicant',
  editable: false,
  pending_documents: 0,
  lender_url: null,
  students: ['Kavin Raman'],
};

const shows = (page: Page, id: MessageId) => page.getByText(messageText(id)).first().waitFor();

async function opens(page: Page, testApp: TestApp, answers: Answers): Promise<void> {
  await signInPastScreens(page, testApp);
  await answerCalls(page, answers);
  await page.goto(testApp.url + accountPath('servicing', loanId));
}

/** One after the other, as the page finds the loan when it is loaded again. */
async function showsInTurn(page: Page, states: readonly (readonly [Servicing, MessageId])[]): Promise<void> {
  for (const [readServicing, message] of states) {
    await answerCalls(page, { readServicing });
    await page.reload();
    await shows(page, message);
  }
}

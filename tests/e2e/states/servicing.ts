/** States of a loan from its acceptance to its disbursal, and on the dashboard. The loan is of fixtures, not of the database. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { MyLoan, Servicing } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls, type Answers, RefusedAnswer } from '../support/answers.ts';
import { signInPastScreens } from '../support/customers.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { issuedDocument, offerOf, orderOf, paymentOf, servicingOf } from '../support/servicing.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';
import { loanId, registered, repaying, coolingOff, payingAdvance, myLoan } from './servicing-answers.ts';

/** Says in place of a payment and of a mandate who tells how to pay. */
export async function showsNoPayee(page: Page): Promise<void> {
  const lender = 'Sandbox lender 15';
  await page.getByText(messageText('servicing.payee.none', { lender })).first().waitFor();
  await page.getByText(messageText('servicing.payee.none.help', { lender })).first().waitFor();
  await page.getByRole('link', { name: '1800 000 0015' }).first().waitFor();
}

/** Opens every folded card once the page has one with a message in it. */
export async function unfoldsWith(page: Page, id: MessageId): Promise<void> {
  await page.getByText(messageText(id)).first().waitFor({ state: 'attached' });
  await unfoldsAll(page);
}

/** Opens every folded card, as a person does who reads all of the page. */
export const unfoldsAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
  });

const waitingForDisbursal = servicingOf({
  stage: 'advance_paid',
  next: 'wait_for_disbursal',
  advance: { amount_paise: 771_600, state: 'paid', order_id: 'O1' },
  mandate: registered,
  kyc: { state: 'verified', failure: null, name_on_record: 'MEENA SUNDARAM', name_matches: false },
  documents: repaying.documents ?? [],
});

export const servicingStates = {
  'servicing-sign': async (page, testApp) => {
    const agreement = issuedDocument('agreement');
    await opensServicing(page, testApp, {
      readServicing: servicingOf({
        next: 'wait_for_disbursal',
        agreement: { state: 'signed', document: agreement },
      }),
    });
    await page.getByText(/signs the agreement next/).waitFor();
    await answerCalls(page, {
      readServicing: servicingOf(),
      requestSignature: { document: agreement, expires_in: 300, next_in: 30 },
      signAgreement: new RefusedAnswer(409, 'servicing.document.changed'),
    });
    await page.reload();
    await shows(page, 'servicing.sign.intro');
    await button(page, messageText('account.otp.send')).click();
    await answer(page, messageText('account.otp.label'), '123456');
    await button(page, messageText('servicing.sign.submit')).click();
    await shows(page, 'servicing.sign.changed');
    await page.getByRole('button', { name: messageText('servicing.sign.read') }).waitFor();
    await page.getByLabel(messageText('account.otp.label')).waitFor({ state: 'detached' });
  },
  'servicing-kyc': async (page, testApp) => {
    const at = (kyc: Partial<Servicing['kyc']>) =>
      servicingOf({ stage: 'agreement_signed', next: 'kyc', kyc: { ...servicingOf().kyc, ...kyc } });
    await opensServicing(page, testApp, { readServicing: at({}), startKyc: new RefusedAnswer(502, '') });
    await button(page, messageText('servicing.kyc.start')).click();
    await shows(page, 'refusal.provider');
    await answerCalls(page, { startKyc: new RefusedAnswer(502, '', '', 'refusal.noProvider') });
    await button(page, messageText('servicing.kyc.start')).click();
    await shows(page, 'refusal.noProvider');
    await answerCalls(page, { startKyc: new RefusedAnswer(409, 'servicing.step.done') });
    await button(page, messageText('servicing.kyc.start')).click();
    await shows(page, 'refusal.changed');
    const others: [Partial<Servicing['kyc']>, MessageId][] = [
      [{ state: 'requested' }, 'servicing.kyc.requested'],
      [{ state: 'expired' }, 'servicing.kyc.expired'],
      [{ state: 'failed', failure: 'cancelled' }, 'servicing.kyc.failed.cancelled'],
      [{ state: 'failed', failure: 'document_unreadable' }, 'servicing.kyc.failed.unreadable'],
      [{ state: 'failed', failure: 'other' }, 'servicing.kyc.failed.other'],
      [
        {
          state: 'failed',
          failure: 'details_mismatch',
          name_on_record: 'MEENA SUNDARAM',
          name_matches: false,
        },
        'servicing.kyc.failed.details',
      ],
    ];
    await showsInTurn(
      page,
      others.map(([kyc, message]) => [at(kyc), message]),
    );
    await page.getByText(/^It is in the name/).waitFor();
  },
  'servicing-mandate': async (page, testApp) => {
    const at = (mandate: Partial<Servicing['mandate']>) =>
      servicingOf({
        stage: 'kyc_verified',
        next: 'mandate',
        agreement: { state: 'signed', document: issuedDocument('agreement') },
        kyc: { ...servicingOf().kyc, state: 'verified' },
        mandate: { ...servicingOf().mandate, ...mandate },
      });
    await opensServicing(page, testApp, { readServicing: at({}) });
    await button(page, messageText('servicing.mandate.start')).waitFor();
    const others: [Partial<Servicing['mandate']>, MessageId][] = [
      [{ state: 'requested', method: 'upi' }, 'servicing.mandate.requested'],
      [{ state: 'failed', failure: 'account_mismatch' }, 'servicing.mandate.failed.account'],
      [{ state: 'failed', failure: 'other' }, 'servicing.mandate.failed.other'],
      [{ state: 'cancelled', failure: null }, 'servicing.mandate.failed.cancelled'],
      [{ state: 'failed', failure: 'bank_refused', method: 'net_banking' }, 'servicing.mandate.failed.bank'],
    ];
    await showsInTurn(
      page,
      others.map(([mandate, message]) => [at(mandate), message]),
    );
  },
  'servicing-advance': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: payingAdvance(null),
      createPaymentOrder: new RefusedAnswer(409, 'servicing.payment.notDue', '', 'refusal.notDue'),
    });
    await button(page, payAdvance).click();
    await shows(page, 'refusal.notDue');
    await page
      .getByText(messageText('servicing.payment.payee', { payee: 'Sandbox lender 15 Ltd' }))
      .waitFor();
    await answerCalls(page, {
      createPaymentOrder: new RefusedAnswer(409, 'servicing.payee.none', '', 'refusal.noPayee'),
    });
    await button(page, payAdvance).click();
    await shows(page, 'refusal.noPayee');
    await answerCalls(page, { readServicing: payingAdvance('O1'), readPaymentOrder: 'none' });
    await page.reload();
    await shows(page, 'servicing.payment.checking');
    for (const [order, message] of [
      [orderOf({ state: 'expired', url: null }), 'servicing.payment.expired'],
      [orderOf({ url: null }), 'servicing.payment.noPage'],
      [orderOf({ url: null, held_paise: 770_000 }), 'servicing.held.help'],
      [orderOf(), 'servicing.payment.pending'],
    ] as const) {
      await answerCalls(page, { readPaymentOrder: order });
      await page.reload();
      await shows(page, message);
    }
    const reversed = paymentOf({
      purpose: 'advance',
      instalment: null,
      amount_paise: 771_600,
      state: 'refunded',
    });
    await answerCalls(page, { readServicing: { ...payingAdvance(null), payments: [reversed] } });
    await page.reload();
    await shows(page, 'servicing.advance.reversed');
    const held = { ...reversed, amount_paise: 770_000, state: 'held' } as const;
    await answerCalls(page, { readServicing: { ...payingAdvance(null), payments: [held] } });
    await page.reload();
    await shows(page, 'servicing.held.help');
    await button(page, payAdvance).waitFor({ state: 'detached' });
  },
  'servicing-no-payee': async (page, testApp) => {
    const mandate = servicingOf({ stage: 'kyc_verified', next: 'mandate', payee: null });
    await opensServicing(page, testApp, { readServicing: mandate });
    await showsNoPayee(page);
    await button(page, messageText('servicing.mandate.start')).waitFor({ state: 'detached' });
    await answerCalls(page, { readServicing: { ...payingAdvance(null), payee: null } });
    await page.reload();
    await page.getByText(messageText('servicing.step.payAdvance')).first().waitFor();
    await showsNoPayee(page);
    await button(page, payAdvance).waitFor({ state: 'detached' });
  },
  'servicing-advance-unknown': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: payingAdvance('O1'),
      readPaymentOrder: new RefusedAnswer(503),
    });
    await shows(page, 'servicing.payment.unknown');
  },
  'servicing-disbursal': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: waitingForDisbursal,
      readIssuedDocument: new RefusedAnswer(503),
    });
    await page.getByText(/now pays the institution/).waitFor();
    await unfoldsAll(page);
    await button(page, messageText('servicing.mandate.withdraw')).click();
    await shows(page, 'servicing.mandate.withdraw.before');
    await button(page, messageText('servicing.mandate.keep')).click();
    await page.getByRole('button', { name: messageText('servicing.document.receipt') }).click();
    await shows(page, 'servicing.document.failed');
  },
  'servicing-documents': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: { ...waitingForDisbursal, missing_documents: 2 } });
    await page.getByText(/^2 documents are still missing/).waitFor();
    await page.getByRole('link', { name: messageText('account.action.documents') }).waitFor();
    await page.getByText(/^Everything is done/).waitFor({ state: 'detached' });
    const agreement = { state: 'signed' as const, document: null };
    await answerCalls(page, { readServicing: { ...waitingForDisbursal, agreement } });
    await page.reload();
    await page.getByText(/signs the agreement next, and then pays/).waitFor();
  },
  'servicing-disbursed': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: servicingOf({
        ...repaying,
        stage: 'disbursed',
        institution: { fee_paise: 6_000_000, received_paise: 5_970_500, left_to_pay_paise: 29_500 },
        kyc: servicingOf().kyc,
        cooling_off: { ...coolingOff, exit_paise: 0, refund_paise: 100_000 },
      }),
    });
    await shows(page, 'servicing.disbursal.repayment');
    await page.getByText(/is left for you to pay to the institution/).waitFor();
    await shows(page, 'account.step.skipped');
    await unfoldsAll(page);
    await shows(page, 'servicing.coolingOff.refund');
    await answerCalls(page, {
      readServicing: servicingOf({ ...repaying, stage: 'disbursed', cooling_off: coolingOff }),
    });
    await page.reload();
    await unfoldsWith(page, 'servicing.cancellation.open');
    await shows(page, 'servicing.coolingOff.total');
    await button(page, messageText('servicing.cancellation.open')).click();
    await page.getByText(/There is no penalty\. The loan ends/).waitFor();
  },
  'servicing-change': async (page, testApp) => {
    const terms = {
      ...offerOf(15).terms,
      ...{ sanctioned_amount_paise: 5_900_000, interest: { rate: '6.5', kind: 'flat_total' as const } },
    };
    const proposed = offerOf(15, {
      ...{ offer_id: 'offer-15-2', revision: 2, terms, instalment_paise: 628_400, apr: '15.9120' },
      total_paid_paise: 6_425_100,
    });
    await opensServicing(page, testApp, {
      readServicing: servicingOf({ proposed_offer: proposed }),
      declineOffer: new RefusedAnswer(409, 'servicing.step.notNow'),
    });
    await page.getByRole('link', { name: messageText('servicing.changes.open') }).waitFor();
    await button(page, messageText('servicing.changes.keep')).click();
    await shows(page, 'refusal.changed');
  },
  'servicing-cancel': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: servicingOf() });
    await unfoldsWith(page, 'servicing.cancellation.open');
    await button(page, messageText('servicing.cancellation.open')).click();
    await shows(page, 'servicing.cancellation.confirm');
  },
  'servicing-ended': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: new RefusedAnswer(404, 'servicing.none') });
    await shows(page, 'servicing.none.help');
    await showsInTurn(page, [
      [servicingOf({ next: 'none', stage: 'cancelled' }), 'servicing.ended.cancelled.help'],
      [servicingOf({ next: 'none', stage: 'expired' }), 'servicing.ended.expired.help'],
      [servicingOf({ next: 'none', stage: 'refused' }), 'servicing.ended.refused.help'],
    ]);
  },
  'servicing-cancelled': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: servicingOf({
        ...{ next: 'wait_for_cancellation', cancel_requested_at: '2026-12-01T05:00:00.000Z' },
      }),
    });
    await page.getByText(/now confirms that it pays nothing/).waitFor();
    await answerCalls(page, {
      readServicing: servicingOf({
        ...{ next: 'none', stage: 'cancelled', payments: [paymentOf({ state: 'refunding' })] },
      }),
    });
    await page.reload();
    await page.getByText(/is on its way back to where it came from/).waitFor();
    await unfoldsWith(page, 'servicing.payments.refunding');
  },
  'dashboard-servicing': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    for (const [next, stage, sentence] of [
      ['choose_offer', 'offered', /^Compare the offers/],
      ['sign', 'accepted', /your signature under/],
      ['kyc', 'agreement_signed', /your identity check/],
      ['mandate', 'kyc_verified', /your mandate/],
      ['pay_fee', 'mandate_registered', /the processing fee/],
      ['pay_advance', 'mandate_registered', /your advance payment/],
      ['repay', 'closed', /what is due/],
      ['repay', 'repaying', /is due on/],
    ] as const) {
      const loan: MyLoan = { ...myLoan, next, servicing_stage: stage };
      if (stage === 'repaying')
        loan.next_payment = { due_on: '2027-02-05', amount_paise: 630_000, is_debited: true };
      await answerCalls(page, { listMyLoans: { loans: [loan], page: 1, pages: 1, total: 1 } });
      await page.goto(`${testApp.url}/app`);
      await page.getByText(sentence).waitFor();
    }
  },
} satisfies Record<string, OpenState>;

const payAdvance = messageText('servicing.payment.pay', { amount: '₹7,716' });

export const shows = (page: Page, id: MessageId) => page.getByText(messageText(id)).first().waitFor();

export async function opensServicing(page: Page, testApp: TestApp, answers: Answers): Promise<void> {
  await signInPastScreens(page, testApp);
  await answerCalls(page, answers);
  await page.goto(testApp.url + accountPath('servicing', loanId));
}

/** Shows the states one after the other, each after a reload of the page. */
async function showsInTurn(page: Page, states: readonly (readonly [Servicing, MessageId])[]): Promise<void> {
  for (const [readServicing, message] of states) {
    await answerCalls(page, { readServicing });
    await page.reload();
    await shows(page, message);
  }
}

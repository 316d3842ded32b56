/** States of the repayment: its invoices and payments, the mandate, the end. The loan is of fixtures. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { Invoice, Servicing } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls, type Answers, RefusedAnswer } from '../support/answers.ts';
import { signInPastScreens } from '../support/customers.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { invoicesOf, issuedDocument, orderOf, paymentOf, servicingOf } from '../support/servicing.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';
import { shows, showsNoPayee, unfoldsAll } from './servicing.ts';
import { loanId, registered, repaying, repayingAfter } from './servicing-answers.ts';

const everyPayment = [
  paymentOf({ payment_id: 'pay_5', instalment: 4, paid_at: '2027-03-20T05:00:00.000Z' }),
  paymentOf({ payment_id: 'pay_4', method: 'card', state: 'held' }),
  paymentOf({ payment_id: 'pay_8', instalment: 3, state: 'disputed' }),
  paymentOf({ payment_id: 'pay_7', purpose: 'prepay_fewer', instalment: null, amount_paise: 2_000_000 }),
  paymentOf({ payment_id: 'pay_6', state: 'refunded_by_lender', refund_reference: 'SBIN426113000042' }),
  paymentOf({ payment_id: 'pay_3', method: 'net_banking', receipt: issuedDocument('receipt') }),
  paymentOf({
    ...{ payment_id: 'pay_2', instalment: 2, state: 'refunded', method: 'wallet' },
    ...{ paid_at: '2027-02-05T05:00:00.000Z', receipt: issuedDocument('receipt') },
  }),
  paymentOf({
    ...{ payment_id: 'pay_1', purpose: 'advance', instalment: null, amount_paise: 771_600 },
    ...{ paid_at: '2026-12-02T05:00:00.000Z', receipt: issuedDocument('receipt') },
  }),
];

const everyPaymentMessage = [
  'servicing.payments.receiptSoon',
  'servicing.payments.held',
  'servicing.payments.refunded',
  'servicing.payments.disputed',
  'servicing.payments.card',
] as const satisfies readonly MessageId[];

export const foreclosureQuote = {
  as_of: '2027-03-20',
  valid_until: '2027-03-20',
  principal_paise: 4_200_000,
  interest_paise: 14_516,
  charges_paise: 11_800,
  late_charges_paise: 50_000,
  total_paise: 4_276_316,
};

/** A loan whose first instalments the lender has collected. */
const debited = {
  ...repayingAfter(3),
  invoices: invoicesOf(3),
  payments: [
    paymentOf({ payment_id: 'C-2', method: 'lender', paid_at: '2027-04-04T18:30:00.000Z', instalment: null }),
    paymentOf({ payment_id: 'C-1', method: 'mandate', paid_at: '2027-03-04T18:30:00.000Z' }),
  ],
};

const awaitingDebit = debited.invoices.map((invoice, index): Invoice =>
  index === 4 ? { ...invoice, awaits_debit: true } : invoice,
);

export const repaymentStates = {
  repayment: async (page, testApp) => {
    const invoices = invoicesOf(2).map((invoice, index): Invoice => {
      return index === 3 ? { ...invoice, overdue: true, paid_paise: 100_000 } : invoice;
    });
    const late: Invoice = {
      ...(invoices[3] as Invoice),
      kind: 'late_payment',
      amount_paise: 50_000,
      principal_paise: 0,
      interest_paise: 0,
      charges_paise: 50_000,
      paid_paise: 0,
    };
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repaying,
        paid_paise: 2_131_600,
        next_invoice: invoices[3] ?? null,
        payable_paise: 580_000,
        due_paise: 580_000,
        late_charges_paise: 50_000,
      }),
      listInvoices: { invoices: [...invoices.slice(0, 4), late, ...invoices.slice(4)], credit_paise: 0 },
    });
    await shows(page, 'servicing.instalment.overdue');
    await shows(page, 'servicing.due.late');
    // The whole instalment, and what was paid of it already.
    await page.locator('.fact', { hasText: /^Instalment 4: .*₹6,300$/ }).waitFor();
    await page.locator('.fact', { hasText: `${messageText('servicing.due.paid')}−₹1,000` }).waitFor();
    await button(page, messageText('servicing.payment.pay', { amount: '₹5,800' })).waitFor();
  },
  'repayment-overdue': async (page, testApp) => {
    const invoices = invoicesOf(2).map((invoice, index): Invoice =>
      index === 3 || index === 4 ? { ...invoice, overdue: true } : invoice,
    );
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repaying,
        next_invoice: invoices[3] ?? null,
        payable_paise: 630_000,
        due_paise: 1_260_000,
      }),
      listInvoices: { invoices, credit_paise: 0 },
    });
    await shows(page, 'servicing.instalment.overdue.help');
    await page.getByText(messageText('servicing.due.first', { number: 4 })).waitFor();
  },
  'repayment-debit-awaited': async (page, testApp) => {
    const { invoices: _, ...common } = debited;
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({ ...common, next_invoice: awaitingDebit[4] ?? null }),
      listInvoices: { invoices: awaitingDebit, credit_paise: 0 },
      readForeclosureQuote: foreclosureQuote,
    });
    await page.getByText(/^It is debited by your mandate on 5\sMay 2027/).waitFor();
    await button(page, messageText('servicing.payment.pay', { amount: '₹6,300' })).waitFor({
      state: 'detached',
    });
    await unfoldsAll(page);
    await shows(page, 'servicing.invoice.awaited');
    await shows(page, 'servicing.payments.lender');
    await button(page, messageText('servicing.foreclosure.open')).click();
    await shows(page, 'servicing.foreclosure.awaited');
    await button(page, messageText('servicing.foreclosure.close')).waitFor({ state: 'detached' });
  },
  'repayment-debit-returned': async (page, testApp) => {
    const { invoices, ...common } = debited;
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...common,
        next_invoice: invoices[4] ?? null,
        payable_paise: 630_000,
        returned_debit: { on: '2027-05-05', amount_paise: 630_000, reason: 'insufficient_funds' },
      }),
      listInvoices: { invoices, credit_paise: 0 },
    });
    await page.getByText('Your bank did not pay this instalment on 5 May 2027').waitFor();
    await page.getByText(/^There was not enough money in the account\. Please pay/).waitFor();
    await button(page, messageText('servicing.payment.pay', { amount: '₹6,300' })).waitFor();
  },
  'repayment-held': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repayingAfter(3),
        next_invoice: invoicesOf(3)[4] ?? null,
        payable_paise: 630_000,
        payments: [paymentOf({ state: 'held', amount_paise: 620_000 })],
      }),
      listInvoices: { invoices: invoicesOf(3), credit_paise: 0 },
    });
    await page.getByText(messageText('servicing.held.title', { amount: '₹6,200 (5 Mar 2027)' })).waitFor();
    await shows(page, 'servicing.held.help');
    const pay = messageText('servicing.payment.pay', { amount: '₹6,300' });
    await button(page, pay).waitFor({ state: 'detached' });
  },
  'repayment-no-payee': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repayingAfter(3),
        mandate: servicingOf().mandate,
        next_invoice: invoicesOf(3)[4] ?? null,
        payable_paise: 630_000,
        payee: null,
      }),
      listInvoices: { invoices: invoicesOf(3), credit_paise: 0 },
    });
    await showsNoPayee(page);
    await page.getByText(messageText('servicing.instalment.payYourself')).waitFor({ state: 'detached' });
    await page.getByText(messageText('servicing.mandate.method')).waitFor({ state: 'detached' });
  },
  'repayment-advance': async (page, testApp) => {
    const [upFront, ...later] = invoicesOf(0);
    const unpaid: Invoice = {
      ...(upFront as Invoice),
      paid_paise: 0,
      paid_on: null,
      state: 'unpaid',
      overdue: true,
    };
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repayingAfter(0),
        paid_paise: 0,
        outstanding_paise: 6_000_000,
        advance: { amount_paise: 771_600, state: 'due', order_id: null },
        next_invoice: unpaid,
        payments: [
          paymentOf({ purpose: 'advance', instalment: null, amount_paise: 771_600, state: 'refunded' }),
        ],
      }),
      listInvoices: { invoices: [unpaid, ...later], credit_paise: 0 },
    });
    await page.getByText(/your instalments stay as they are/).waitFor();
  },
  'repayment-failed': async (page, testApp) => {
    await opensRepayment(page, testApp, { readServicing: new RefusedAnswer(503) });
    await shows(page, 'account.loadFailed');
  },
  'repayment-paid': async (page, testApp) => {
    const order = orderOf({
      ...{ purpose: 'instalment', instalment: 4, amount_paise: 630_000 },
      ...{ state: 'paid', url: null },
    });
    await opensRepayment(
      page,
      testApp,
      {
        readServicing: servicingOf({
          ...repayingAfter(3),
          paid_paise: 2_761_600,
          next_invoice: invoicesOf(3)[4] ?? null,
          payable_paise: 630_000,
          payments: everyPayment,
        }),
        listInvoices: { invoices: invoicesOf(3), credit_paise: 100_000 },
        readPaymentOrder: order,
        createStatement: new RefusedAnswer(503),
      },
      '?order=O1',
    );
    await page.getByText(/^Your payment of .* has arrived\.$/).waitFor();
    await unfoldsAll(page);
    await button(page, messageText('servicing.invoices.unpaid')).click();
    for (const message of everyPaymentMessage) await shows(page, message);
    await button(page, messageText('servicing.invoices.pdf')).click();
    await shows(page, 'servicing.document.failed');
  },
  'repayment-mandate': async (page, testApp) => {
    const at = (mandate: Partial<Servicing['mandate']>) =>
      servicingOf({
        ...repayingAfter(3),
        mandate: { ...registered, ...mandate },
        next_invoice: invoicesOf(3)[4] ?? null,
        payable_paise: 630_000,
      });
    await opensRepayment(page, testApp, {
      readServicing: at({ state: 'cancelled' }),
      listInvoices: { invoices: invoicesOf(3), credit_paise: 0 },
      withdrawMandate: new RefusedAnswer(409, 'servicing.step.notNow'),
    });
    await shows(page, 'servicing.mandate.withdrawn');
    await unfoldsAll(page);
    await shows(page, 'servicing.instalment.payYourself');
    await answerCalls(page, { readServicing: at({ state: 'cancelled', needs_consent: true }) });
    await page.reload();
    await unfoldsAll(page);
    await button(page, messageText('servicing.mandate.again')).click();
    await shows(page, 'servicing.acceptance.error.required');
    await answerCalls(page, { readServicing: at({ withdrawal_requested: true }) });
    await page.reload();
    await shows(page, 'servicing.mandate.withdrawing');
    await answerCalls(page, { readServicing: at({}) });
    await page.reload();
    await shows(page, 'servicing.instalment.help');
    await unfoldsAll(page);
    await shows(page, 'servicing.mandate.payee');
    await button(page, messageText('servicing.mandate.withdraw')).click();
    await shows(page, 'servicing.mandate.withdraw.after');
    await button(page.getByRole('alertdialog'), messageText('servicing.mandate.withdraw')).click();
    await shows(page, 'refusal.changed');
  },
  'repayment-closed': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf(),
      listInvoices: { invoices: [], credit_paise: 0 },
    });
    await shows(page, 'servicing.repayment.notDisbursed');
    await answerCalls(page, {
      readServicing: servicingOf({
        ...repaying,
        stage: 'closed',
        next: 'none',
        paid_paise: 6_441_600,
        outstanding_paise: 0,
      }),
      listInvoices: { invoices: invoicesOf(9), credit_paise: 0 },
    });
    await page.reload();
    await shows(page, 'servicing.closed.title');
    await unfoldsAll(page);
    await button(page, messageText('servicing.invoices.unpaid')).click();
    await shows(page, 'servicing.invoices.none');
    await answerCalls(page, {
      readServicing: servicingOf({ ...repaying, stage: 'cancelled', next: 'none' }),
      listInvoices: { invoices: [], credit_paise: 70_000 },
    });
    await page.reload();
    await shows(page, 'servicing.progress.credit');
  },
} satisfies Record<string, OpenState>;

export async function opensRepayment(
  page: Page,
  testApp: TestApp,
  answers: Answers,
  search = '',
): Promise<void> {
  await signInPastScreens(page, testApp);
  await answerCalls(page, answers);
  await page.goto(testApp.url + accountPath('repayment', loanId) + search);
}

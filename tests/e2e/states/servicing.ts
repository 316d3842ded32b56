/** States of a loan from its acceptance to its last instalment. The loan is of fixtures, not of the database. */
import type { Page } from 'playwright-core';
import { accountPath } from '../../../domain/account-pages.ts';
import type { Invoice, MyLoan, Servicing } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls, type Answers, RefusedAnswer } from '../support/answers.ts';
import { signInPastScreens } from '../support/customers.ts';
import { answer, button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { invoicesOf, issuedDocument, orderOf, paymentOf, servicingOf } from '../support/servicing.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

const loanId = 'L1';

const registered: Servicing['mandate'] = {
  ...{ state: 'registered', method: 'upi', limit_paise: 630_000, failure: null },
  ...{ registration_number: 'FPTH12345678', withdrawal_requested: false },
};

/** Paid out; two instalments are paid. */
export const repaying: Partial<Servicing> = {
  stage: 'repaying',
  next: 'repay',
  agreement: { state: 'countersigned', document: issuedDocument('agreement') },
  mandate: registered,
  advance: { amount_paise: 771_600, state: 'paid', order_id: 'O1' },
  disbursed_on: '2027-01-05',
  paid_paise: 2_031_600,
  outstanding_paise: 4_200_000,
  documents: [
    issuedDocument('key_facts'),
    issuedDocument('agreement'),
    issuedDocument('signed_agreement'),
    issuedDocument('receipt'),
    issuedDocument('statement', { language: 'ta' }),
  ],
};

const everyPayment = [
  paymentOf({ payment_id: 'pay_5', instalment: 4, paid_at: '2027-03-20T05:00:00.000Z' }),
  paymentOf({ payment_id: 'pay_4', method: 'card', state: 'held' }),
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
  'servicing.payments.card',
] as const satisfies readonly MessageId[];

const coolingOff = { ends_on: '2027-01-08', exit_paise: 5_404_932 };

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
  },
  'servicing-kyc': async (page, testApp) => {
    const at = (kyc: Partial<Servicing['kyc']>) =>
      servicingOf({ stage: 'agreement_signed', next: 'kyc', kyc: { ...servicingOf().kyc, ...kyc } });
    await opensServicing(page, testApp, { readServicing: at({}), startKyc: new RefusedAnswer(502, '') });
    await button(page, messageText('servicing.kyc.start')).click();
    await shows(page, 'servicing.failure.provider');
    await answerCalls(page, { startKyc: new RefusedAnswer(409, 'servicing.step.done') });
    await button(page, messageText('servicing.kyc.start')).click();
    await shows(page, 'servicing.failure.outdated');
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
    await shows(page, 'servicing.kyc.name');
  },
  'servicing-mandate': async (page, testApp) => {
    const at = (mandate: Partial<Servicing['mandate']>) =>
      servicingOf({
        stage: 'kyc_verified',
        next: 'mandate',
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
      createPaymentOrder: new RefusedAnswer(409, 'servicing.payment.notDue'),
    });
    await button(page, payAdvance).click();
    await shows(page, 'servicing.failure.notDue');
    await answerCalls(page, { readServicing: payingAdvance('O1'), readPaymentOrder: 'none' });
    await page.reload();
    await shows(page, 'servicing.payment.checking');
    for (const [order, message] of [
      [orderOf({ state: 'expired', url: null }), 'servicing.payment.expired'],
      [orderOf({ url: null }), 'servicing.payment.noPage'],
      [orderOf(), 'servicing.payment.pending'],
    ] as const) {
      await answerCalls(page, { readPaymentOrder: order });
      await page.reload();
      await shows(page, message);
    }
  },
  'servicing-advance-unknown': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: payingAdvance('O1'),
      readPaymentOrder: new RefusedAnswer(503, ''),
    });
    await shows(page, 'servicing.payment.unknown');
  },
  'servicing-disbursal': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: servicingOf({
        stage: 'advance_paid',
        next: 'wait_for_disbursal',
        advance: { amount_paise: 771_600, state: 'paid', order_id: 'O1' },
        mandate: registered,
        kyc: { state: 'verified', failure: null, name_on_record: 'MEENA SUNDARAM', name_matches: false },
        documents: repaying.documents ?? [],
      }),
      readIssuedDocument: new RefusedAnswer(503, ''),
    });
    await page.getByText(/now pays the institution/).waitFor();
    await button(page, messageText('servicing.mandate.withdraw')).click();
    await shows(page, 'servicing.mandate.withdraw.before');
    await button(page, messageText('servicing.mandate.keep')).click();
    await page.getByRole('button', { name: messageText('servicing.document.receipt') }).click();
    await shows(page, 'servicing.document.failed');
  },
  'servicing-disbursed': async (page, testApp) => {
    await opensServicing(page, testApp, {
      readServicing: servicingOf({ ...repaying, stage: 'disbursed', cooling_off: coolingOff }),
    });
    await shows(page, 'servicing.disbursal.repayment');
    await button(page, messageText('servicing.cancellation.open')).click();
    await page.getByText(/There is no penalty\. The loan ends/).waitFor();
  },
  'servicing-cancel': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: servicingOf() });
    await button(page, messageText('servicing.cancellation.open')).click();
    await shows(page, 'servicing.cancellation.confirm');
  },
  'servicing-ended': async (page, testApp) => {
    await opensServicing(page, testApp, { readServicing: new RefusedAnswer(404, 'servicing.none') });
    await shows(page, 'servicing.none.help');
    await showsInTurn(page, [
      [servicingOf({ next: 'accept', stage: 'offered' }), 'servicing.changes.help'],
      [servicingOf({ next: 'none', stage: 'cancelled' }), 'servicing.ended.cancelled.help'],
      [servicingOf({ next: 'none', stage: 'expired' }), 'servicing.ended.expired.help'],
      [servicingOf({ next: 'none', stage: 'refused' }), 'servicing.ended.refused.help'],
    ]);
  },
  repayment: async (page, testApp) => {
    const invoices = invoicesOf(2).map((invoice, index): Invoice => {
      if (index === 3) return { ...invoice, overdue: true };
      return index === 4 ? { ...invoice, paid_paise: 100_000 } : invoice;
    });
    const late: Invoice = {
      ...(invoices[3] as Invoice),
      kind: 'late_payment',
      amount_paise: 50_000,
      principal_paise: 0,
      interest_paise: 0,
    };
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({ ...repaying, next_invoice: invoices[3] ?? null }),
      listInvoices: { invoices: [...invoices.slice(0, 4), late, ...invoices.slice(4)], credit_paise: 0 },
    });
    await shows(page, 'servicing.instalment.overdue');
  },
  'repayment-failed': async (page, testApp) => {
    await opensRepayment(page, testApp, { readServicing: new RefusedAnswer(503, '') });
    await shows(page, 'account.loadFailed');
  },
  'repayment-paid': async (page, testApp) => {
    const order = orderOf({ purpose: 'instalment', instalment: 4, state: 'paid', url: null });
    await opensRepayment(
      page,
      testApp,
      {
        readServicing: servicingOf({
          ...repaying,
          cooling_off: coolingOff,
          next_invoice: invoicesOf(3)[4] ?? null,
          payments: everyPayment,
        }),
        listInvoices: { invoices: invoicesOf(3), credit_paise: 100_000 },
        readPaymentOrder: order,
        createStatement: new RefusedAnswer(503, ''),
      },
      '?order=O1',
    );
    await page.getByText(/^Your payment of .* has arrived\.$/).waitFor();
    await button(page, messageText('servicing.invoices.unpaid')).click();
    for (const message of everyPaymentMessage) await shows(page, message);
    await button(page, messageText('servicing.invoices.pdf')).click();
    await shows(page, 'servicing.document.failed');
  },
  'repayment-mandate': async (page, testApp) => {
    const at = (mandate: Partial<Servicing['mandate']>) =>
      servicingOf({
        ...repaying,
        mandate: { ...registered, ...mandate },
        next_invoice: invoicesOf(3)[4] ?? null,
      });
    await opensRepayment(page, testApp, {
      readServicing: at({ state: 'cancelled' }),
      listInvoices: { invoices: invoicesOf(3), credit_paise: 0 },
      withdrawMandate: new RefusedAnswer(409, 'servicing.step.notNow'),
    });
    await shows(page, 'servicing.mandate.withdrawn');
    await shows(page, 'servicing.instalment.payYourself');
    await answerCalls(page, { readServicing: at({ withdrawal_requested: true }) });
    await page.reload();
    await shows(page, 'servicing.mandate.withdrawing');
    await answerCalls(page, { readServicing: at({}) });
    await page.reload();
    await shows(page, 'servicing.instalment.help');
    await button(page, messageText('servicing.mandate.withdraw')).click();
    await shows(page, 'servicing.mandate.withdraw.after');
    await button(page.getByRole('alertdialog'), messageText('servicing.mandate.withdraw')).click();
    await shows(page, 'servicing.failure.outdated');
  },
  'repayment-foreclosure': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf(repaying),
      listInvoices: { invoices: invoicesOf(2), credit_paise: 0 },
      readForeclosureQuote: {
        as_of: '2027-03-20',
        valid_until: '2027-03-20',
        principal_paise: 4_200_000,
        interest_paise: 14_516,
        due_paise: 630_000,
        credit_paise: 100_000,
        total_paise: 4_744_516,
      },
    });
    await button(page, messageText('servicing.foreclosure.open')).click();
    await button(page, messageText('servicing.foreclosure.close')).click();
    await page.getByText(/no more instalments are debited/).waitFor();
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
    await button(page, messageText('servicing.invoices.unpaid')).click();
    await shows(page, 'servicing.invoices.none');
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

const payAdvance = messageText('servicing.payment.pay', { amount: '₹7,716' });

export const payingAdvance = (orderId: string | null) =>
  servicingOf({
    stage: 'mandate_registered',
    next: 'pay_advance',
    advance: { amount_paise: 771_600, state: 'due', order_id: orderId },
  });

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

export async function opensServicing(page: Page, testApp: TestApp, answers: Answers): Promise<void> {
  await signInPastScreens(page, testApp);
  await answerCalls(page, answers);
  await page.goto(testApp.url + accountPath('servicing', loanId));
}

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

/** One after the other, as the page finds the loan when it is loaded again. */
async function showsInTurn(page: Page, states: readonly (readonly [Servicing, MessageId])[]): Promise<void> {
  for (const [readServicing, message] of states) {
    await answerCalls(page, { readServicing });
    await page.reload();
    await shows(page, message);
  }
}

/** States of repaying a loan early, the whole of it or a part. The loan is of fixtures. */
import type { PrepaymentQuote } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { answerCalls } from '../support/answers.ts';
import { button } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';
import { invoicesOf, servicingOf } from '../support/servicing.ts';
import type { OpenState } from './index.ts';
import { foreclosureQuote, opensRepayment } from './repayment.ts';
import { shows, unfoldsWith } from './servicing.ts';
import { coolingOff, repaying } from './servicing-answers.ts';

/** The quote for prepaying 20,000 rupees of a loan with nine instalments, of which two are paid. */
const prepaymentQuote: PrepaymentQuote = {
  ...{ as_of: '2027-03-20', blocked_by: null, least_paise: 114_600, most_paise: 4_114_500 },
  quote: {
    ...{ amount_paise: 2_000_000, principal_paise: 1_985_484, interest_paise: 14_516 },
    as_now: { instalments: 7, instalment_paise: 630_000, last_due_on: '2027-10-05' },
    options: [
      {
        purpose: 'prepay_fewer',
        plan: { instalments: 4, instalment_paise: 630_000, last_due_on: '2027-07-05' },
        saved_paise: 61_230,
      },
      {
        purpose: 'prepay_smaller',
        plan: { instalments: 7, instalment_paise: 338_412, last_due_on: '2027-10-05' },
        saved_paise: 38_874,
      },
    ],
  },
};

/** The reasons why prepayment is blocked, with the page's message for each. */
const prepaymentBlocks = [
  ['due', 'servicing.prepayment.due.open'],
  ['due', 'servicing.prepayment.due'],
  ['debit', 'servicing.prepayment.debit'],
  ['small', 'servicing.prepayment.small'],
  ['leaving', 'servicing.prepayment.leaving'],
  ['closing', 'servicing.prepayment.closing'],
  ['held', 'servicing.prepayment.held'],
] as const satisfies readonly (readonly [PrepaymentQuote['blocked_by'], MessageId])[];

export const earlyRepaymentStates = {
  'repayment-foreclosure': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf(repaying),
      listInvoices: { invoices: invoicesOf(2), credit_paise: 0 },
      readForeclosureQuote: foreclosureQuote,
    });
    await unfoldsWith(page, 'servicing.foreclosure.open');
    await button(page, messageText('servicing.foreclosure.open')).click();
    await button(page, messageText('servicing.foreclosure.close')).click();
    await page.getByText(/no more instalments are debited/).waitFor();
  },
  'repayment-prepayment': async (page, testApp) => {
    await opensRepayment(page, testApp, {
      readServicing: servicingOf({
        ...repaying,
        stage: 'disbursed',
        cooling_off: { ...coolingOff, ends_on: '2027-03-22' },
      }),
      listInvoices: { invoices: invoicesOf(2), credit_paise: 0 },
      readPrepaymentQuote: prepaymentQuote,
    });
    await unfoldsWith(page, 'servicing.prepayment.open');
    await button(page, messageText('servicing.prepayment.open')).click();
    const amount = page.getByLabel(messageText('servicing.prepayment.amount'));
    await amount.fill('10');
    await button(page, messageText('servicing.prepayment.show')).click();
    await page.getByText(/^Please enter an amount from/).waitFor();
    await amount.fill('20000');
    await button(page, messageText('servicing.prepayment.show')).click();
    await page.getByText('4 instead of 7').waitFor();
    await page.getByText(messageText('servicing.prepayment.smaller'), { exact: true }).click();
    await page.getByText('₹388.74').waitFor();
  },
  'repayment-prepayment-refused': async (page, testApp) => {
    const answers = {
      readServicing: servicingOf(repaying),
      listInvoices: { invoices: invoicesOf(2), credit_paise: 0 },
    };
    await opensRepayment(page, testApp, answers);
    for (const [reason, message] of prepaymentBlocks) {
      const refused = { ...prepaymentQuote, blocked_by: reason, least_paise: 0, most_paise: 0, quote: null };
      await answerCalls(page, { readPrepaymentQuote: refused });
      await page.reload();
      await unfoldsWith(page, 'servicing.prepayment.open');
      await button(page, messageText('servicing.prepayment.open')).click();
      await shows(page, message);
    }
  },
} satisfies Record<string, OpenState>;

/** The receipt of a payment as rows of message ids and values (decision 88). */
import type { IsoDate } from '../values/dates.ts';
import type { DocumentMessageId, DocumentText } from './document-text.ts';
import { identityRows, type KeyFactsRow, type LoanIdentity, message, row } from './key-facts-rows.ts';
import type { PaymentPurpose } from './order-payments.ts';
import { asPaymentMethod, type PaymentMethod } from './payment-methods.ts';
import type { Paise } from './terms.ts';

export type ReceiptInput = LoanIdentity & {
  /** Unique; the receipt is known by it. */
  number: string;
  issuedOn: IsoDate;
  borrowerName: string;
  institutionName: string;
  lenderName: string;
  /** The company that makes the receipt for the lender. */
  platformName: string;
  proposalNumber: string;
  /** The lender's number of the loan; null before the disbursal. */
  accountNumber: string | null;
  purpose: PaymentPurpose;
  /** The number of the instalment; null for another purpose, and for money that staff count towards the oldest ones. */
  instalment: number | null;
  /** Says whether it is the charge for paying the instalment late. */
  isLateCharge?: boolean;
  amount: Paise;
  /** The amount in words, in the language of the receipt. */
  amountInWords: string;
  /** The provider's name of the method. */
  method: string;
  /** The provider's own. */
  paymentId: string;
  /** ISO instant. */
  paidAt: string;
};

export type DocumentHeading = { title: DocumentText; lead: DocumentText };

export const receiptHeading = ({ lenderName }: ReceiptInput): DocumentHeading => ({
  title: message('receipt.title'),
  lead: message('receipt.lead', { lender: { text: lenderName } }),
});

const purposes = {
  advance: 'receipt.purpose.advance',
  instalment: 'receipt.purpose.instalment',
  foreclosure: 'receipt.purpose.foreclosure',
  cooling_off: 'receipt.purpose.coolingOff',
  prepay_fewer: 'receipt.purpose.prepayFewer',
  prepay_smaller: 'receipt.purpose.prepaySmaller',
} as const satisfies Record<PaymentPurpose, DocumentMessageId>;

function purposeText({ purpose, instalment, isLateCharge = false }: ReceiptInput): DocumentText {
  if (purpose === 'instalment' && instalment === null) return message('receipt.purpose.instalments');
  const id = isLateCharge ? 'receipt.purpose.lateCharge' : purposes[purpose];
  return message(id, { number: { count: instalment ?? 0 } });
}

const methods = {
  upi: 'receipt.method.upi',
  card: 'receipt.method.card',
  net_banking: 'receipt.method.netBanking',
} as const satisfies Record<PaymentMethod, DocumentMessageId>;

export function receiptRows(input: ReceiptInput): KeyFactsRow[] {
  const { accountNumber } = input;
  const method = asPaymentMethod(input.method);
  return [
    row('', 'receipt.number', { text: input.number }),
    row('', 'receipt.issuedOn', { date: input.issuedOn }),
    row('', 'receipt.from', { text: input.borrowerName }),
    row('', 'receipt.lender', { text: input.lenderName }),
    row('', 'receipt.institution', { text: input.institutionName }),
    ...identityRows(input),
    row('', 'receipt.proposal', { text: input.proposalNumber }),
    ...(accountNumber === null ? [] : [row('', 'receipt.account', { text: accountNumber })]),
    row('', 'receipt.purpose', purposeText(input)),
    row('', 'receipt.amount', { paise: input.amount }, { text: input.amountInWords }),
    row('', 'receipt.method', method ? message(methods[method]) : { text: input.method }),
    row('', 'receipt.paidAt', { instant: input.paidAt }),
    row('', 'receipt.paymentId', { text: input.paymentId }),
  ];
}

/** Returns the lines below the rows. */
export const receiptNotes = ({ platformName }: ReceiptInput): DocumentText[] => [
  message('receipt.note', { platform: { text: platformName } }),
  message('receipt.refund'),
];

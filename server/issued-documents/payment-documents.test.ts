import { describe, expect, it } from 'vitest';
import type { DocumentText } from '../../domain/servicing/document-text.ts';
import { allocatePayments, type CountedPayment } from '../../domain/servicing/invoices.ts';
import {
  receiptHeading,
  type ReceiptInput,
  receiptNotes,
  receiptRows,
} from '../../domain/servicing/receipt.ts';
import { noDuesHeading, type NoDuesInput, noDuesNotes, noDuesRows } from '../../domain/servicing/no-dues.ts';
import { repaymentPlan } from '../../domain/servicing/prepayment.ts';
import {
  statementHeading,
  type StatementInput,
  statementRows,
  statementTable,
} from '../../domain/servicing/statement.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import { amountInWords } from '../../locales/amount-words.ts';
import { type LanguageCode, languageCodes } from '../../locales/index.ts';
import { blockTexts, idsOf, messageIdsIn, missingIn, rowTexts } from '../../tests/support/document-texts.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { renderNoDues, renderReceipt, renderStatement } from './render.ts';

const someReceipt = (language: LanguageCode, changes: Partial<ReceiptInput> = {}): ReceiptInput => {
  const amount = changes.amount ?? 12_345_678_90;
  return {
    number: 'KFS-15-000042-RCT-3',
    issuedOn: '2026-09-05',
    borrowerName: 'LAKSHMI NARAYANAN',
    institutionName: 'Green Valley School, Chennai',
    lenderName: 'Example Finance Limited',
    platformName: 'Feepath',
    proposalNumber: 'KFS-15-000042',
    accountNumber: 'LN-0042',
    loanNumber: '4821 0073 9155',
    students: [{ name: 'Meena Lakshmi', className: 'Class VI', rollNumber: '70071' }],
    purpose: 'instalment',
    instalment: 3,
    amount,
    amountInWords: amountInWords(amount, language),
    method: 'upi',
    paymentId: 'pay_Nk42AbC',
    paidAt: '2026-09-04T18:45:00Z',
    ...changes,
  };
};

const receiptsIn = (language: LanguageCode): ReceiptInput[] => [
  someReceipt(language),
  someReceipt(language, { instalment: null }),
  someReceipt(language, { isLateCharge: true }),
  someReceipt(language, { purpose: 'advance', instalment: null, accountNumber: null, method: 'card' }),
  someReceipt(language, { purpose: 'foreclosure', instalment: null, method: 'net_banking' }),
  ...(['prepay_fewer', 'prepay_smaller'] as const).map((purpose) =>
    someReceipt(language, { purpose, instalment: null }),
  ),
  someReceipt(language, { purpose: 'cooling_off', instalment: null, method: 'wallet', amount: 4_93_75 }),
];

/** Returns a statement with an advance, a prepayment, paid, part paid and overdue instalments, a late charge. */
function someStatement(): StatementInput {
  const terms = someLoanTerms({ advanceInstalments: 1 });
  const payments: CountedPayment[] = [
    { id: '1', amount: 241_513, refunded: 0, on: '2026-06-02' },
    { id: '2', amount: 241_513, refunded: 0, on: '2026-07-04' },
    { id: '3', amount: 500_000, refunded: 0, on: '2026-07-15', purpose: 'prepay_fewer' },
    { id: '4', amount: 100_050, refunded: 0, on: '2026-08-05' },
  ];
  const ledger = allocatePayments({ terms, ...repaymentPlan(terms, payments) }, payments, '2026-09-10');
  return {
    number: 'KFS-15-000042-SOA-1',
    asOf: '2026-09-10',
    borrowerName: 'LAKSHMI NARAYANAN',
    institutionName: 'Green Valley School, Chennai',
    lenderName: 'Example Finance Limited',
    proposalNumber: 'KFS-15-000042',
    accountNumber: 'LN-0042',
    loanNumber: '4821 0073 9155',
    students: [{ name: 'Meena Lakshmi', className: 'Class VI', rollNumber: '70071' }],
    sanctionedAmount: terms.sanctionedAmount,
    disbursedOn: terms.disbursalOn,
    outstanding: 4_300_000,
    received: ledger.received,
    credit: 12_50,
    invoices: ledger.invoices,
  };
}

const someCertificate = (): NoDuesInput => {
  const { asOf, outstanding: _, credit: __, invoices: ___, ...repayment } = someStatement();
  return { ...repayment, issuedOn: asOf, closedOn: asOf, platformName: 'Feepath' };
};

function receiptTexts(input: ReceiptInput): DocumentText[] {
  const { title, lead } = receiptHeading(input);
  return [title, lead, ...rowTexts(receiptRows(input)), ...receiptNotes(input)];
}

function statementTexts(input: StatementInput): DocumentText[] {
  const { title, lead } = statementHeading(input);
  return [title, lead, ...rowTexts(statementRows(input)), ...blockTexts(statementTable(input))];
}

function certificateTexts(input: NoDuesInput): DocumentText[] {
  const { title, lead } = noDuesHeading(input);
  return [title, lead, ...rowTexts(noDuesRows(input)), ...noDuesNotes(input)];
}

it('the fixtures use every message of the catalogues', () => {
  const texts = [
    ...receiptsIn('en').flatMap(receiptTexts),
    ...statementTexts(someStatement()),
    ...certificateTexts(someCertificate()),
  ];
  const usedIds = messageIdsIn(texts);
  expect(['receipt', 'statement', 'no-dues'].flatMap(idsOf).filter((id) => !usedIds.has(id))).toEqual([]);
});

describe.each(languageCodes)('in %s', (language) => {
  it('the text copied from a receipt equals the catalogue', async () => {
    for (const input of receiptsIn(language)) {
      const { pdf } = await renderReceipt(input, language);
      expect(missingIn(await pdfText(pdf), receiptTexts(input), language)).toEqual([]);
    }
  });

  it('the text copied from a statement equals the catalogue', async () => {
    const { pdf } = await renderStatement(someStatement(), language);
    expect(missingIn(await pdfText(pdf), statementTexts(someStatement()), language)).toEqual([]);
  });

  it('the text copied from a no-dues certificate equals the catalogue', async () => {
    const { pdf } = await renderNoDues(someCertificate(), language);
    expect(missingIn(await pdfText(pdf), certificateTexts(someCertificate()), language)).toEqual([]);
  });
});

it('the totals of a statement are the sums of its rows', () => {
  const { columns, rows, total } = statementTable(someStatement());
  const sums = columns.map((_, column) =>
    rows.reduce((sum, row) => {
      const [cell] = row[column] ?? [];
      return cell && 'paise' in cell ? sum + cell.paise : sum;
    }, 0),
  );
  const stated = (total ?? []).map(([cell]) => (cell && 'paise' in cell ? cell.paise : 0));
  expect(stated).toEqual(sums);
});

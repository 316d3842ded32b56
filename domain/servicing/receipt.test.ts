import { expect, it } from 'vitest';
import { type ReceiptInput, receiptRows } from './receipt.ts';

const input: ReceiptInput = {
  number: 'P-1/R1',
  issuedOn: '2026-09-20',
  borrowerName: 'Meena Raman',
  institutionName: 'City School',
  lenderName: 'Lender',
  platformName: 'Feepath',
  proposalNumber: 'P-1',
  accountNumber: null,
  purpose: 'instalment',
  instalment: 3,
  amount: 50_000,
  amountInWords: 'Five hundred rupees',
  method: 'upi',
  paymentId: 'pay_1',
  paidAt: '2026-09-20T06:30:00Z',
};
const number = { count: 3 };

it.each([
  ['an instalment', {}, { id: 'receipt.purpose.instalment', values: { number } }],
  [
    'the charge for paying one late',
    { isLateCharge: true },
    { id: 'receipt.purpose.lateCharge', values: { number } },
  ],
  ['the oldest instalments', { instalment: null }, { id: 'receipt.purpose.instalments' }],
])('a receipt says that it is for %s', (_, changes, line) => {
  const rows = receiptRows({ ...input, ...changes });
  expect(rows.flatMap(({ lines }) => lines)).toContainEqual(line);
});

/** The terms that lender and borrower have agreed on, and what the world tells of the loan afterwards. Amounts are whole paise. */
import type { Day } from './calendar.ts';

/** An amount, or decimal percent text. */
export type Size = { paise: bigint } | { percent: string };

export type AgreedCharge = {
  size: Size;
  gst: string;
  taken: 'deducted' | 'up_front' | 'with_instalments';
  /** Says whether it is the lender's own processing fee. */
  isProcessingFee: boolean;
};

export type Agreed = {
  sum: bigint;
  /** The number of instalments, those in advance included. */
  months: number;
  advance: number;
  rate: string;
  kind: 'reducing' | 'flat_yearly' | 'flat_total';
  inRupees: boolean;
  plannedOn: Day;
  /** The days from a month after the disbursal to the first due date. */
  brokenDays: number;
  charges: readonly AgreedCharge[];
  late: { size: Size; graceDays: number } | null;
  coolingOffDays: number;
  keepsFee: boolean;
};

export type Purpose =
  'advance' | 'instalment' | 'foreclosure' | 'cooling_off' | 'prepay_fewer' | 'prepay_smaller';

/** One thing that the world tells; `told` is the day on which it is heard, and the order of the list that of hearing. */
export type Told = { told: Day } & (
  | { what: 'disbursed'; on: Day; paidOut: bigint }
  /** An order of an amount, and a payment of it, which may be of another amount. */
  | {
      what: 'paid';
      id: string;
      purpose: Purpose;
      number: number | null;
      ordered: bigint;
      amount: bigint;
      on: Day;
      /** Says whether the order had expired by then. */
      isLate: boolean;
    }
  /** A second payment of the order of another one. */
  | { what: 'paid again'; id: string; of: string; on: Day }
  | { what: 'refunded'; id: string; amount: bigint }
  | { what: 'disputed'; id: string; dispute: string; amount: bigint; on: Day }
  | { what: 'dispute decided'; id: string; dispute: string; isWon: boolean }
  /** A decision of staff about what is left of a payment. */
  | { what: 'counted'; id: string; towards: 'advance' | 'instalment'; amount: bigint }
  | { what: 'refund ordered'; id: string; amount: bigint }
  | { what: 'collected'; id: string; number: number; amount: bigint; on: Day }
  | { what: 'bounced'; id: string; number: number; amount: bigint; on: Day }
  | { what: 'collection reversed'; id: string }
  | { what: 'debit announced'; number: number }
  /** The lender is silent about a debit, and staff let the borrower pay by hand. */
  | { what: 'debit released'; number: number }
  | { what: 'leaving' }
  /** Nothing but a question about the account. */
  | { what: 'asked' }
);

export type ToldOf<What extends Told['what']> = Extract<Told, { what: What }>;

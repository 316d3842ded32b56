/**
 * The interface of a lender. An adapter never throws for a lender's failure: every failure is one of the replies below. The lender keeps one loan per reference; a submission with a higher number
 * updates it, and one that it has had already is answered again.
 */
import type { IsoDate } from '../../domain/values/dates.ts';
import type { ConsentPurpose } from '../../domain/servicing/consents.ts';
import type { StatedRow } from '../../domain/servicing/compare-terms.ts';
import type { PaymentPurpose, PaymentState } from '../../domain/servicing/order-payments.ts';
import type { LoanTerms } from '../../domain/servicing/terms.ts';
import type { DebitReturnReason, DocumentType, LenderResult, PushRequest } from '../../domain/values/wire.ts';
import type { ListDay } from './day-list.ts';

/** The request to the lender: section 7's fields. Amounts in rupees, dates ISO. */
export type LenderRequest = Omit<PushRequest, 'loan_id'>;

export type Submission = {
  /** The permanent reference of a loan at a lender. */
  reference: string;
  /** Counts the submissions of a reference, from 1. */
  submission: number;
  request: LenderRequest;
};

export type Answered = { kind: 'answered'; result: LenderResult };

/**
 * The lender refused the call itself; `nothingBooked` where it can have booked nothing, `isFinal` where it would refuse
 * the same submission again.
 */
export type Failed = { kind: 'failed'; message: string; nothingBooked: boolean; isFinal?: boolean };

/** The reply without a usable answer: the lender may have booked the submission or not. */
export type NoResponse = { kind: 'noResponse' };

export type Reply = Answered | Failed | NoResponse;

/** The lender's reply about a reference: `answered` with the latest submission that it decided. */
export type LookupReply =
  | (Answered & { submission: number })
  | { kind: 'processing'; submission: number }
  | { kind: 'none' }
  | Failed
  | NoResponse;

export interface Lender {
  /** The time limit of a call in milliseconds. */
  readonly timeoutMs: number;
  /** `signal` ends the waiting, not the submission: after an abort it may be booked or not. */
  push(submission: Submission, signal: AbortSignal): Promise<Reply>;
  find(reference: string, signal: AbortSignal): Promise<LookupReply>;
  /** Asks again about a verdict that is not final, and names the documents that the loan has by now. */
  refresh(request: RefreshRequest, signal: AbortSignal): Promise<LookupReply>;
  /**
   * Says what the customer has done about an approved loan, and asks what the lender has. Nothing in it is an order: the
   * same may be said any number of times.
   */
  exchangeServicing(reference: string, steps: CustomerSteps, signal: AbortSignal): Promise<ServicingReply>;
  /** The disbursals of a day, what was collected on it or came back, and what went back on it, of all loans. */
  listDay: ListDay;
}

export type RefreshRequest = { reference: string; documents: readonly DocumentType[] };

/** The customer's steps about an approved loan; null for steps not taken. */
export type CustomerSteps = {
  accepted: { proposalNumber: string; at: Date } | null;
  /** The change of the accepted offer that the customer does not want: what was accepted stays. */
  declined: { proposalNumber: string; at: Date } | null;
  /** `documentSha256`: of the agreement, in hex. */
  signed: { documentSha256: string; at: Date } | null;
  cancelledAt: Date | null;
  /** The purposes whose consent the customer has withdrawn. */
  withdrawnConsents: ConsentPurpose[];
  /** The time at which the customer's identity was verified. */
  kycVerifiedAt: Date | null;
  /** The mandate that the bank has registered last; `registrationNumber` is the bank's (UMRN). */
  mandate: { registrationNumber: string | null; limitPaise: number; isWithdrawn: boolean } | null;
  /** The debits that are announced to the customer, a day before at least; the lender debits no other. */
  debits: AnnouncedDebit[];
  /** The payments made by hand, including those that do not count or were returned. */
  payments: CustomerPayment[];
};

export type AnnouncedDebit = { instalment: number; dueOn: IsoDate; announcedAt: Date };

export type CustomerPayment = {
  id: string;
  purpose: PaymentPurpose;
  instalment: number | null;
  amountPaise: number;
  state: Exclude<PaymentState, 'disputed'>;
  paidAt: Date;
};

export type LenderOffer = {
  /** Counts the offers for the loan, from 1; one that came before is never changed. */
  revision: number;
  proposalNumber: string;
  validUntil: Date;
  terms: LoanTerms;
  /** The lender's schedule; absent if it states none. */
  schedule?: StatedRow[];
};

/** The lender's data about an approved loan; null for events that have not happened. */
export type LenderSteps = {
  /** The latest one. */
  offer: LenderOffer | null;
  countersigned: { documentSha256: string; at: Date } | null;
  disbursal: LenderDisbursal | null;
  /** The lender has confirmed that it pays nothing out, because the customer has cancelled. */
  cancelled: { at: Date } | null;
  /** True if the lender refuses what it has approved. */
  refused: boolean;
  /** The amounts that it collected by itself, and the returned debits. */
  collections: LenderCollection[];
};

/** An entry of the lender's books. Its state can change; nothing else of it does. */
export type LenderCollection = {
  /** The permanent id of the entry. */
  id: string;
  /** The instalment that the mandate was to pay; null for money that came otherwise. */
  instalment: number | null;
  on: IsoDate;
  amountPaise: number;
  state: 'collected' | 'returned' | 'reversed';
  /** The reason for which the bank did not pay; null if it did. */
  reason: DebitReturnReason | null;
  /** The day on which the state has changed since `on`; null or absent where none is stated. */
  changedOn?: IsoDate | null;
};

/** The payment of a lender to the institution. */
export type LenderDisbursal = {
  on: IsoDate;
  amountPaise: number;
  /** The number names the offer that the lender has paid out. */
  proposalNumber: string;
  /** The account is the loan's, in the lender's books. */
  accountNumber: string;
  /** The bank's reference of the transfer (UTR). */
  utr: string;
};

/** `unreadable`: an answer came that cannot be read; nothing of it is taken. */
export type ServicingReply =
  (LenderSteps & { kind: 'servicing' }) | { kind: 'none' } | { kind: 'unreadable' } | Failed | NoResponse;

export type { HttpConnection as LenderConnection } from './json-http.ts';

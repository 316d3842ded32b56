/** The interface of a provider of mandates (eNACH): a person lets instalments be debited from a bank account. */
import type { Payee, ProviderReply } from './provider.ts';

export const mandateMethods = ['net_banking', 'debit_card', 'upi'] as const;

/** The method by which the person authenticates at the bank. */
export type MandateMethod = (typeof mandateMethods)[number];

export type MandateRequest = {
  reference: string;
  method: MandateMethod;
  /** The most that one debit may be, in paise. */
  limitPaise: number;
  /** The one that is debited. */
  account: { holder: string; number: string; ifsc: string };
  payee: Payee;
  /** The address to which the person returns. */
  returnUrl: string;
};

export const mandateFailures = ['bank_refused', 'account_mismatch', 'cancelled', 'other'] as const;

/** The reason for which a mandate was not registered. */
export type MandateFailure = (typeof mandateFailures)[number];

export type MandateReading = {
  kind: 'mandate';
  /** `cancelled`: it was withdrawn before the bank registered it, or afterwards. */
  state: 'requested' | 'registered' | 'failed' | 'cancelled';
  failure: MandateFailure | null;
  /** The bank's unique number of the mandate (UMRN); null before it is registered. */
  registrationNumber: string | null;
  /** The address of the mandate; null once it is settled. */
  url: string | null;
};

export interface Mandates {
  /** Begins a mandate; a reference that it has already answers what became of it. */
  request(request: MandateRequest, signal: AbortSignal): Promise<ProviderReply<MandateReading>>;
  read(reference: string, signal: AbortSignal): Promise<ProviderReply<MandateReading>>;
  /** Ends a mandate that the bank has not registered yet; a settled mandate is unchanged. */
  cancel(reference: string, signal: AbortSignal): Promise<ProviderReply<MandateReading>>;
  /** Withdraws a registered mandate, so that nothing is debited by it any more; `cancelled` once the bank has done it. */
  revoke(reference: string, signal: AbortSignal): Promise<ProviderReply<MandateReading>>;
}

/** The interface of a provider of identity checks (KYC): a person proves an identity on the provider's own pages. */
import type { ProviderReply } from './provider.ts';

export type KycRequest = {
  reference: string;
  /** The name as in the application. */
  name: string;
  pan: string;
  /** Ten digits. */
  mobile: string;
  /** The address to which the person returns. */
  returnUrl: string;
};

export const kycFailures = ['details_mismatch', 'document_unreadable', 'cancelled', 'other'] as const;

/** The reason for which a check failed. */
export type KycFailure = (typeof kycFailures)[number];

/**
 * The state of a check at the provider. ID numbers and pictures are not read: they stay with the provider and with the
 * lender (decision 68).
 */
export type KycReading = {
  kind: 'check';
  /** `expired`: it was not finished within the provider's time limit. */
  state: 'requested' | 'verified' | 'failed' | 'expired';
  failure: KycFailure | null;
  /** The name that the papers have; null before it is verified. */
  nameOnRecord: string | null;
  /** The address of the check, valid until `linkExpiresAt`; null once the check is settled. */
  url: string | null;
  linkExpiresAt: Date | null;
};

export interface Kyc {
  /** Begins a check; a reference that it has already answers what became of it. */
  request(request: KycRequest, signal: AbortSignal): Promise<ProviderReply<KycReading>>;
  /** Makes a new link for a check that is not settled; the former one ends. */
  regenerateToken(reference: string, signal: AbortSignal): Promise<ProviderReply<KycReading>>;
  read(reference: string, signal: AbortSignal): Promise<ProviderReply<KycReading>>;
}

/** The interface of a provider of identity checks (KYC): a person proves an identity on the provider's own pages. */
import type { ProviderReply } from './provider.ts';

export type KycRequest = {
  reference: string;
  /** As the application has them. */
  name: string;
  pan: string;
  /** Ten digits. */
  mobile: string;
  /** Where the person is sent when they are done. */
  returnUrl: string;
};

export const kycFailures = ['details_mismatch', 'document_unreadable', 'cancelled', 'other'] as const;

/** Why a check failed. */
export type KycFailure = (typeof kycFailures)[number];

/**
 * What the provider knows of a check. Neither a number of a paper nor a picture is read: they stay with the provider
 * and with the lender (decision 68).
 */
export type KycReading = {
  kind: 'check';
  /** `expired`: nobody has finished it in the provider's time. */
  state: 'requested' | 'verified' | 'failed' | 'expired';
  failure: KycFailure | null;
  /** The name that the papers have; null before it is verified. */
  nameOnRecord: string | null;
  /** Where the person goes on, good until `linkExpiresAt`; null once the check is settled. */
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

/** The kit's requests and responses as openapi/lender.yaml describes them. */
import type { LoanTerms } from '../../domain/values/wire.ts';

export type Application = {
  reference: string;
  submission: number;
  course_fee: number;
  [member: string]: unknown;
};

export type CustomerSteps = {
  accepted: { proposal_number: string; at: string } | null;
  declined: { proposal_number: string; at: string } | null;
  signed: { document_sha256: string; at: string } | null;
  cancelled_at: string | null;
  withdrawn_consents: string[];
  kyc_verified_at: string | null;
  mandate: { registration_number: string | null; limit_paise: number; withdrawn: boolean } | null;
  debits: { instalment: number; due_on: string; announced_at: string }[];
  payments: {
    id: string;
    purpose: 'advance' | 'instalment' | 'foreclosure' | 'cooling_off' | 'prepay_fewer' | 'prepay_smaller';
    instalment: number | null;
    amount_paise: number;
    state: 'captured' | 'refunded' | 'held' | 'refunded_by_lender';
    paid_at: string;
  }[];
};

export type Offer = {
  revision: number;
  proposal_number: string;
  valid_until: string;
  terms: LoanTerms;
  schedule?: {
    number: number;
    due_on: string;
    outstanding_paise: number;
    principal_paise: number;
    interest_paise: number;
    instalment_paise: number;
  }[];
};

export type Collection = {
  id: string;
  instalment: number | null;
  on: string;
  amount_paise: number;
  state: 'collected' | 'returned' | 'reversed';
  reason?: string | null;
  changed_on?: string | null;
};

export type LenderSteps = {
  offer: Offer | null;
  countersigned: { document_sha256: string; at: string } | null;
  disbursal: {
    on: string;
    amount_paise: number;
    proposal_number: string;
    account_number: string;
    utr: string;
  } | null;
  cancelled: { at: string } | null;
  refused: boolean;
  collections?: Collection[];
};

export type Entry = {
  id: string;
  reference: string;
  amount_paise: number;
  currency?: string;
  state: 'disbursed' | 'collected' | 'returned' | 'reversed';
  on: string;
};

export type EntriesPage = { entries: Entry[]; next: string | null; total: number };

export type Verdict = { submission?: number; status?: string | null; [member: string]: unknown };

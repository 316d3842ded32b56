/** The messages that customers and staff alike read after an approval: names of documents, methods and failures of steps. */
import type { IssuedDocument, Servicing } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';

export const documentNames = {
  key_facts: 'servicing.document.keyFacts',
  agreement: 'servicing.document.agreement',
  signed_agreement: 'servicing.document.signedAgreement',
  receipt: 'servicing.document.receipt',
  statement: 'servicing.document.statement',
  no_dues: 'servicing.document.noDues',
} as const satisfies Record<IssuedDocument['kind'], MessageId>;

export const kycFailures: Readonly<Partial<Record<string, MessageId>>> = {
  details_mismatch: 'servicing.kyc.failed.details',
  document_unreadable: 'servicing.kyc.failed.unreadable',
  cancelled: 'servicing.kyc.failed.cancelled',
};

export const mandateFailures: Readonly<Partial<Record<string, MessageId>>> = {
  bank_refused: 'servicing.mandate.failed.bank',
  account_mismatch: 'servicing.mandate.failed.account',
  cancelled: 'servicing.mandate.failed.cancelled',
};

export type MandateMethod = NonNullable<Servicing['mandate']['method']>;

export const mandateMethods = {
  upi: 'servicing.mandate.upi',
  net_banking: 'servicing.mandate.netBanking',
  debit_card: 'servicing.mandate.debitCard',
} as const satisfies Record<MandateMethod, MessageId>;

/** The messages that say where a mandate is approved and how long that takes. */
export const mandateHints = {
  upi: 'servicing.mandate.upi.hint',
  net_banking: 'servicing.mandate.netBanking.hint',
  debit_card: 'servicing.mandate.debitCard.hint',
} as const satisfies Record<MandateMethod, MessageId>;

/** The short names of the consents' purposes. */
import type { ConsentPurpose } from '../../../domain/servicing/consents.ts';
import type { MessageId } from '../../../locales/index.ts';

export const consentNames = {
  share: 'servicing.consent.share',
  credit_check: 'servicing.consent.creditCheck',
  application: 'servicing.consent.application',
  credit_bureau: 'servicing.consent.creditBureau',
  kyc: 'servicing.consent.kyc',
  payments: 'servicing.consent.payments',
  guardian: 'servicing.consent.guardian',
  messages: 'servicing.consent.messages',
  marketing: 'servicing.consent.marketing',
} as const satisfies Record<ConsentPurpose, MessageId>;

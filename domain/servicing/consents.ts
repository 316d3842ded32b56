/** What a parent consents to when an offer is accepted: each purpose by itself, none chosen beforehand. */

export const consentPurposes = [
  'application',
  'credit_bureau',
  'kyc',
  'payments',
  'guardian',
  'messages',
  'marketing',
] as const;

export type ConsentPurpose = (typeof consentPurposes)[number];

/** Without these the lender cannot give the loan, so that an offer is accepted with all of them or not at all. */
export const requiredConsents: readonly ConsentPurpose[] = [
  'application',
  'credit_bureau',
  'kyc',
  'payments',
];

/** A student is under 18: for them the parent or guardian consents. */
export const requiredConsentsOf = (hasMinor: boolean): readonly ConsentPurpose[] =>
  hasMinor ? [...requiredConsents, 'guardian'] : requiredConsents;

/** Of the words below, which are stored with each consent. Whoever changes them changes the version. */
export const consentVersion = '2026-11-30';

/** The words of each purpose, as ids of the catalogue; {lender} is the lender's name. */
export const consentMessages = {
  application: 'servicing.consent.words.application',
  credit_bureau: 'servicing.consent.words.creditBureau',
  kyc: 'servicing.consent.words.kyc',
  payments: 'servicing.consent.words.payments',
  guardian: 'servicing.consent.words.guardian',
  messages: 'servicing.consent.words.messages',
  marketing: 'servicing.consent.words.marketing',
} as const satisfies Record<ConsentPurpose, string>;

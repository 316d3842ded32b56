/** The purposes that a parent consents to, at Submit and when an offer is accepted; none is chosen beforehand. */
import { type IsoDate, wholeYears } from '../values/dates.ts';
import { limits } from '../values/limits.ts';
import type { PushRequest } from '../values/wire.ts';

/** The purposes at Submit, given to each lender that the application goes to. */
export const submissionPurposes = ['share', 'credit_check', 'guardian'] as const;

export type SubmissionPurpose = (typeof submissionPurposes)[number];

/**
 * Returns whether a student is a minor, who needs a parent or guardian to consent.
 * @param students with their birth dates, also half-typed ones
 */
export const hasMinor = (students: readonly { dob: string }[], today: IsoDate): boolean =>
  students.some(({ dob }) => wholeYears(dob, today) < limits.majorityAge);

/** Returns the purposes without which nothing is submitted. */
export const submissionPurposesOf = (hasMinor: boolean): readonly SubmissionPurpose[] =>
  submissionPurposes.filter((purpose) => hasMinor || purpose !== 'guardian');

/** The version of the words at Submit, which is stored with each consent; other words need another one. */
export const submissionConsentVersion = '2026-11-30';

/** The words of each purpose at Submit, as ids of the catalogue; {lenders} are the names of the lenders. */
export const submissionConsentMessages = {
  share: 'applicant.consent.share',
  credit_check: 'applicant.consent.creditCheck',
  guardian: 'applicant.consent.guardian',
} as const satisfies Record<SubmissionPurpose, string>;

/** The members of the push that a lender gets at Submit, by the lines of the screen, which are ids of the catalogue. */
export const sentData = {
  'applicant.consent.data.contact': ['firstName', 'lastName', 'phone', 'email'],
  'applicant.consent.data.person': ['panNo', 'dob', 'gender', 'address', 'city', 'state', 'pincode'],
  'applicant.consent.data.money': ['employmentType', 'monthlyIncome', 'bankCode'],
  'applicant.consent.data.student': ['studentName', 'studentDoB', 'relationshipWithStudent'],
  'applicant.consent.data.loan': ['loan_id', 'course_id', 'course_tenure_id', 'course_fee', 'test'],
} as const satisfies Record<string, readonly (keyof PushRequest)[]>;

export const consentPurposes = [
  'application',
  'credit_bureau',
  'kyc',
  'payments',
  'guardian',
  'messages',
  'marketing',
] as const;

export type AcceptancePurpose = (typeof consentPurposes)[number];
export type ConsentPurpose = SubmissionPurpose | AcceptancePurpose;

/** The consents that the lender needs to give the loan; an offer is accepted with all of them or not at all. */
export const requiredConsents: readonly AcceptancePurpose[] = [
  'application',
  'credit_bureau',
  'kyc',
  'payments',
];

/** A student is under 18: for them the parent or guardian consents. */
export const requiredConsentsOf = (hasMinor: boolean): readonly AcceptancePurpose[] =>
  hasMinor ? [...requiredConsents, 'guardian'] : requiredConsents;

/** The version of the words at the acceptance, which is stored with each consent; other words need another one. */
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
} as const satisfies Record<AcceptancePurpose, string>;

/** The bodies of Feepath's calls: what they have to be like. */
import { isDay, isInstant } from './days.ts';

export type Application = { reference: string; submission: number; course_fee: number };

export type Payment = { purpose: string; instalment: number | null; amount_paise: number; state: string };

export type CustomerSteps = {
  accepted: { proposal_number: string; at: string } | null;
  declined: { proposal_number: string; at: string } | null;
  signed: { document_sha256: string; at: string } | null;
  cancelled_at: string | null;
  withdrawn_consents: string[];
  kyc_verified_at: string | null;
  mandate: { registration_number: string | null; limit_paise: number; withdrawn: boolean } | null;
  debits: { instalment: number; due_on: string; announced_at: string }[];
  payments: Payment[];
};

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isWhole: Check = (value) => Number.isSafeInteger(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isFlag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const textOf =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most;
const object =
  (members: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(members).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const applicationCheck = object({
  reference: textOf(1, 100),
  submission: isCount,
  phone: (value) => typeof value === 'string' && /^\d{10}$/.test(value),
  email: isText,
  firstName: isText,
  lastName: isText,
  panNo: isText,
  dob: isDay,
  gender: oneOf('Male', 'Female', 'Transgender'),
  monthlyIncome: isWhole,
  employmentType: oneOf('Salaried', 'Self Employed'),
  relationshipWithStudent: oneOf('Father', 'Mother', 'Self', 'Sibling', 'Spouse'),
  address: isText,
  city: isText,
  state: isText,
  pincode: isText,
  bankCode: (value) => value === undefined || isText(value),
  studentName: isText,
  studentDoB: isDay,
  course_id: isWhole,
  course_tenure_id: isWhole,
  course_fee: isWhole,
  test: isFlag,
});

const stepsCheck = object({
  accepted: orNull(object({ proposal_number: textOf(0, 100), at: isInstant })),
  declined: orNull(object({ proposal_number: textOf(0, 100), at: isInstant })),
  signed: orNull(
    object({
      document_sha256: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
      at: isInstant,
    }),
  ),
  cancelled_at: orNull(isInstant),
  withdrawn_consents: listOf(
    oneOf('application', 'credit_bureau', 'kyc', 'payments', 'guardian', 'messages', 'marketing'),
  ),
  kyc_verified_at: orNull(isInstant),
  mandate: orNull(object({ registration_number: orNull(isText), limit_paise: isWhole, withdrawn: isFlag })),
  debits: listOf(object({ instalment: isCount, due_on: isDay, announced_at: isInstant })),
  payments: listOf(
    object({
      id: isText,
      purpose: oneOf('advance', 'instalment', 'foreclosure', 'cooling_off', 'prepay_fewer', 'prepay_smaller'),
      instalment: orNull(isWhole),
      amount_paise: isWhole,
      state: oneOf('captured', 'refunded', 'held', 'refunded_by_lender'),
      paid_at: isInstant,
    }),
  ),
});

export const isApplication = (value: unknown): value is Application => applicationCheck(value);

export const isCustomerSteps = (value: unknown): value is CustomerSteps => stepsCheck(value);

/**
 * The servicing of a loan as lenders send it. Amounts are whole paise, percents decimal text, days ISO. What cannot be
 * read, as an amount or a year out of all bounds, is no answer; members that are not known are left out.
 */
import * as z from 'zod/mini';
import { termsOf } from '../../domain/servicing/terms-wire.ts';
import { fromWire, onWire } from '../../domain/values/wire-names.ts';
import type { DebitReturnReason } from '../../domain/values/wire.ts';
import type { CustomerSteps, LenderSteps } from './lender.ts';
import { day, instant, paiseMax } from './provider-schemas.ts';

const text = (length: number) => z.string().check(z.minLength(1), z.maxLength(length));
const whole = z.int().check(z.minimum(-paiseMax), z.maximum(paiseMax));
const count = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000));
const percent = text(20);
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const amount = z.union([z.object({ paise: whole }), z.object({ percent })]);

const charge = z.object({
  kind: z.enum(['processing', 'insurance', 'valuation', 'other']),
  label: text(200),
  payee: z.enum(['lender', 'third_party']),
  amount,
  gst_percent: percent,
  collected: z.enum(['deducted', 'up_front', 'with_instalments']),
});

const contingentCharge = z.object({
  kind: z.enum(['late_payment', 'other_penal', 'foreclosure', 'rate_switch', 'other']),
  text: text(1000),
  amount: z.exactOptional(amount),
  grace_days: z.exactOptional(whole),
});

const mostCharges = 50;

const terms = z.pipe(
  z.object({
    sanctioned_amount_paise: whole,
    tenure_months: whole,
    interest: z.object({ rate: percent, kind: z.enum(['reducing', 'flat_yearly', 'flat_total']) }),
    rate_type: z.enum(['fixed', 'floating', 'hybrid']),
    benchmark: z.exactOptional(
      z.object({ name: text(200), rate: percent, spread: percent, reset_months: whole }),
    ),
    disbursal_on: day,
    disbursal_kind: z.enum(['at_once', 'staged']),
    first_due_on: day,
    advance_instalments: whole,
    charges: z.array(charge).check(z.maxLength(mostCharges)),
    contingent_charges: z.array(contingentCharge).check(z.maxLength(mostCharges)),
    cooling_off_days: whole,
    keeps_processing_fee: z.boolean(),
    apr: percent,
    instalment_rounding: z.exactOptional(z.enum(['paisa', 'rupee'])),
    instalment_paise: whole,
  }),
  z.transform(termsOf),
);

const scheduleRow = z.pipe(
  z.object({
    number: whole,
    due_on: day,
    outstanding_paise: whole,
    principal_paise: whole,
    interest_paise: whole,
    instalment_paise: whole,
  }),
  z.transform((row) => ({
    number: row.number,
    dueOn: row.due_on,
    outstanding: row.outstanding_paise,
    principal: row.principal_paise,
    interest: row.interest_paise,
    instalment: row.instalment_paise,
  })),
);

const offer = z.object({
  revision: z.int().check(z.positive(), z.maximum(1_000_000)),
  proposal_number: text(100),
  valid_until: instant,
  terms,
  schedule: z.exactOptional(z.array(scheduleRow).check(z.maxLength(600))),
});

const reasons: readonly DebitReturnReason[] = [
  'insufficient_funds',
  'account_closed',
  'limit_exceeded',
  'mandate_ended',
  'bank_unavailable',
];

/** The schema also admits impossible values such as negative amounts, which are put before staff. */
const collection = z.pipe(
  z.object({
    id: text(100),
    instalment: z.nullable(count),
    on: day,
    amount_paise: whole,
    state: z.enum(['collected', 'returned', 'reversed']),
    reason: z.optional(z.nullable(text(100))),
    changed_on: z._default(z.nullable(day), null),
  }),
  z.transform(({ reason, ...sent }) => ({
    ...sent,
    reason: sent.state === 'returned' ? (reasons.find((one) => one === reason) ?? 'other') : null,
  })),
);

const steps = z.object({
  offer: z.nullable(offer),
  countersigned: z.nullable(z.object({ document_sha256: sha256, at: instant })),
  disbursal: z.nullable(
    z.object({
      on: day,
      amount_paise: z.int().check(z.positive(), z.maximum(paiseMax)),
      proposal_number: text(100),
      account_number: text(100),
      utr: text(100),
    }),
  ),
  cancelled: z.nullable(z.object({ at: instant })),
  refused: z.boolean(),
  collections: z._default(z.array(collection).check(z.maxLength(1000)), []),
});

/** Undefined where the body is no servicing. */
export function readLenderSteps(body: unknown): LenderSteps | undefined {
  const { data } = steps.safeParse(body);
  return data && fromWire(data);
}

/** The body that says what the customer has done. */
export const customerStepsOnWire = ({ mandate, ...said }: CustomerSteps) => ({
  ...onWire(said),
  mandate: mandate && withdrawnOnWire(mandate),
});

const withdrawnOnWire = ({ isWithdrawn, ...mandate }: NonNullable<CustomerSteps['mandate']>) => ({
  ...onWire(mandate),
  withdrawn: isWithdrawn,
});

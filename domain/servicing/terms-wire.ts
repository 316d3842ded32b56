/** Terms, schedules and invoices as the contract has them. Amounts are whole paise. */
import type { BookEntry } from './book.ts';
import type { Invoice } from './invoices.ts';
import type { ScheduleRow } from './schedule.ts';
import type { ContingentCharge, LoanCharge, LoanTerms } from './terms.ts';
import type { components } from '../../openapi/generated.ts';
import type { ScheduledInstalment } from '../values/wire.ts';

type Schemas = components['schemas'];

export const wireTermsOf = (terms: LoanTerms): Schemas['LoanTerms'] => ({
  sanctioned_amount_paise: terms.sanctionedAmount,
  tenure_months: terms.tenureMonths,
  interest: terms.interest,
  rate_type: terms.rateType,
  ...(terms.benchmark && { benchmark: benchmarkOnWire(terms.benchmark) }),
  disbursal_on: terms.disbursalOn,
  disbursal_kind: terms.disbursalKind,
  first_due_on: terms.firstDueOn,
  advance_instalments: terms.advanceInstalments,
  charges: terms.charges.map(chargeOnWire),
  contingent_charges: terms.contingentCharges.map(contingentChargeOnWire),
  cooling_off_days: terms.coolingOffDays,
  keeps_processing_fee: terms.keepsProcessingFee,
  apr: terms.apr,
  ...(terms.instalmentRounding && { instalment_rounding: terms.instalmentRounding }),
  instalment_paise: terms.instalment,
});

const benchmarkOnWire = ({ name, rate, spread, resetMonths }: NonNullable<LoanTerms['benchmark']>) => ({
  name,
  rate,
  spread,
  reset_months: resetMonths,
});

const chargeOnWire = ({ kind, label, payee, amount, gstPercent, collected }: LoanCharge) => ({
  kind,
  label,
  payee,
  amount,
  gst_percent: gstPercent,
  collected,
});

const contingentChargeOnWire = ({ kind, text, amount, graceDays }: ContingentCharge) => ({
  kind,
  text,
  ...(amount && { amount }),
  ...(graceDays !== undefined && { grace_days: graceDays }),
});

export const scheduleOnWire = (schedule: readonly ScheduleRow[]): ScheduledInstalment[] =>
  schedule.map((row) => ({
    number: row.number,
    due_on: row.dueOn,
    outstanding_paise: row.outstanding,
    principal_paise: row.principal,
    interest_paise: row.interest,
    instalment_paise: row.instalment,
    charges_paise: row.charges,
  }));

/** What is paid in part counts as unpaid (specification, section 4). */
export const invoiceOnWire = (invoice: Invoice): Schemas['Invoice'] => ({
  kind: invoice.kind,
  number: invoice.number,
  due_on: invoice.dueOn,
  amount_paise: invoice.amount,
  principal_paise: invoice.principal,
  interest_paise: invoice.interest,
  charges_paise: invoice.charges,
  paid_paise: invoice.paid,
  state: invoice.state === 'paid' ? 'paid' : 'unpaid',
  overdue: invoice.state === 'overdue',
  awaits_debit: invoice.awaitsDebit,
  paid_on: invoice.paidOn,
});

export const bookEntryOnWire = ({ postings, ...entry }: BookEntry): Schemas['BookEntry'] => ({
  ...entry,
  postings_paise: postings,
});

/** The terms as a server or a lender sends them. */
export const termsOf = (wire: Schemas['LoanTerms']): LoanTerms => ({
  sanctionedAmount: wire.sanctioned_amount_paise,
  tenureMonths: wire.tenure_months,
  interest: wire.interest,
  rateType: wire.rate_type,
  ...(wire.benchmark && { benchmark: benchmarkOf(wire.benchmark) }),
  disbursalOn: wire.disbursal_on,
  disbursalKind: wire.disbursal_kind,
  firstDueOn: wire.first_due_on,
  advanceInstalments: wire.advance_instalments,
  charges: wire.charges.map(({ gst_percent: gstPercent, ...charge }) => ({ ...charge, gstPercent })),
  contingentCharges: wire.contingent_charges.map(({ grace_days: graceDays, ...charge }) => ({
    ...charge,
    ...(graceDays !== undefined && { graceDays }),
  })),
  coolingOffDays: wire.cooling_off_days,
  keepsProcessingFee: wire.keeps_processing_fee,
  apr: wire.apr,
  ...(wire.instalment_rounding && { instalmentRounding: wire.instalment_rounding }),
  instalment: wire.instalment_paise,
});

const benchmarkOf = ({
  reset_months: resetMonths,
  ...benchmark
}: NonNullable<Schemas['LoanTerms']['benchmark']>): NonNullable<LoanTerms['benchmark']> => ({
  ...benchmark,
  resetMonths,
});

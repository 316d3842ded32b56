/** Terms, schedules and invoices as the contract has them. Amounts are whole paise. */
import type { BookEntry } from './book.ts';
import type { Invoice } from './invoices.ts';
import type { ScheduleRow } from './schedule.ts';
import type { LoanTerms } from './terms.ts';
import type { components } from '../../openapi/generated.ts';
import type { ScheduledInstalment } from '../values/wire.ts';
import { fromWire, onWire, paiseOnWire } from '../values/wire-names.ts';

type Schemas = components['schemas'];

export const wireTermsOf = ({ sanctionedAmount, instalment, ...terms }: LoanTerms): Schemas['LoanTerms'] => ({
  ...onWire(terms),
  ...paiseOnWire({ sanctionedAmount, instalment }),
});

export const scheduleOnWire = (schedule: readonly ScheduleRow[]): ScheduledInstalment[] =>
  schedule.map(({ number, dueOn, prepaymentId: _, ...amounts }) => ({
    number,
    due_on: dueOn,
    ...paiseOnWire(amounts),
  }));

/** Returns the invoice on the wire, which reports a part-paid one as unpaid (specification, section 4). */
export const invoiceOnWire = ({
  kind,
  number,
  dueOn,
  paidOn,
  awaitsDebit,
  state,
  ...amounts
}: Invoice): Schemas['Invoice'] => ({
  ...onWire({ kind, number, dueOn, paidOn, awaitsDebit }),
  ...paiseOnWire(amounts),
  state: state === 'paid' ? 'paid' : 'unpaid',
  overdue: state === 'overdue',
});

export const bookEntryOnWire = ({ postings, ...entry }: BookEntry): Schemas['BookEntry'] => ({
  ...entry,
  postings_paise: postings,
});

/** Returns the terms that a server or a lender has sent. */
export function termsOf(wire: Schemas['LoanTerms']): LoanTerms {
  const { sanctioned_amount_paise: sanctionedAmount, instalment_paise: instalment, ...terms } = wire;
  return { ...fromWire(terms), sanctionedAmount, instalment };
}

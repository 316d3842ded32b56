/** The book of the second lender: a loan under each reference, and what is answered about it. */
import type { Application, CustomerSteps } from './bodies.ts';
import { instantOf, today } from './days.ts';
import type { HasFault } from './faults.ts';
import type { Row, Terms } from './terms.ts';

export type Status = 'IN_PROGRESS' | 'APPROVED' | 'REJECTED';

type Submission = { submission: number; sanctioned: number; status: Status };

export type Offer = {
  revision: number;
  proposal_number: string;
  valid_until: string;
  terms: Terms;
  schedule: Row[];
};

export type Disbursal = {
  on: string;
  amount_paise: number;
  proposal_number: string;
  account_number: string;
  utr: string;
};

export type Collection = {
  id: string;
  instalment: number;
  on: string;
  amount_paise: number;
  state: 'collected' | 'returned' | 'reversed';
  reason: string | null;
  /** The day of the latest change; it is answered of what went back. */
  changedOn: string;
};

export type Loan = {
  reference: string;
  number: number;
  latest: number;
  submissions: Map<number, Submission>;
  steps: CustomerSteps | null;
  cancelledByCustomer: boolean;
  offers: Offer[];
  countersigned: { document_sha256: string; at: string } | null;
  disbursal: Disbursal | null;
  cancelled: { at: string } | null;
  refused: boolean;
  collections: Collection[];
  lookups: number;
};

export type Answer = { status: number; body: unknown };

const messages: Record<Status, string> = {
  IN_PROGRESS: 'A clerk looks into it.',
  APPROVED: 'The loan is approved.',
  REJECTED: 'The loan is rejected.',
};

const leastRupees = 1_000;
const mostRupees = 9_999_999_999;

export const latestOf = (loan: Loan): Submission => loan.submissions.get(loan.latest) as Submission;

export const isApproved = (loan: Loan): boolean => latestOf(loan).status === 'APPROVED';

export const offerOf = (loan: Loan): Offer | null => (loan.refused ? null : (loan.offers.at(-1) ?? null));

export const now = (): string => instantOf(Date.now());

export class Book {
  readonly loans = new Map<string, Loan>();
  private readonly has: HasFault;

  constructor(has: HasFault) {
    this.has = has;
  }

  /** Books a submission; one that came before is answered as it stands, and changes nothing. */
  submit(application: Application): Answer {
    const { reference, submission, course_fee: fee } = application;
    const loan = this.loans.get(reference);
    const known = loan?.submissions.get(submission);
    if (loan && known) {
      if (this.has('number_goes_back')) loan.latest = submission;
      if (this.has('repeat_differs')) {
        return { status: 200, body: { status: 'PENDING', status_message: 'It came again.' } };
      }
      return this.verdict(known);
    }
    if (loan && submission < loan.latest && !this.has('number_goes_back')) {
      return this.verdict({ submission, sanctioned: 0, status: 'IN_PROGRESS' });
    }
    if (fee < leastRupees || fee > mostRupees) {
      return { status: 422, body: { message: 'The amount is not one that is lent.' } };
    }
    if (loan && (loan.countersigned || loan.refused || loan.cancelled)) {
      return { status: 422, body: { message: 'The loan is closed for corrections.' } };
    }
    const booked: Submission = { submission, sanctioned: 100 * fee, status: 'IN_PROGRESS' };
    if (loan) {
      loan.submissions.set(submission, booked);
      loan.latest = submission;
    } else {
      this.loans.set(reference, newLoan(reference, this.loans.size + 1, booked));
    }
    return this.verdict(booked);
  }

  /** Looks up the latest submission. */
  lookUp(reference: string): Answer {
    const loan = this.loans.get(reference);
    if (!loan) return unknown;
    const latest = latestOf(loan);
    if (latest.status === 'IN_PROGRESS') return { status: 202, body: { submission: latest.submission } };
    loan.lookups += 1;
    const status = this.has('verdict_goes_back') && loan.lookups > 1 ? 'IN_PROGRESS' : latest.status;
    const { body } = this.verdict({ ...latest, status });
    return { status: 200, body: { submission: latest.submission, ...(body as object) } };
  }

  /** Notes what the customer has done, and answers what the lender has. */
  exchange(reference: string, steps: CustomerSteps): Answer {
    const loan = this.loans.get(reference);
    if (!loan || !isApproved(loan)) return unknown;
    loan.steps = steps;
    loan.cancelledByCustomer ||= steps.cancelled_at !== null;
    return {
      status: 200,
      body: {
        offer: offerOf(loan),
        countersigned: this.has('state_goes_back') && loan.disbursal ? null : loan.countersigned,
        disbursal: loan.disbursal,
        cancelled: loan.cancelled,
        refused: loan.refused,
        collections: loan.collections.map(({ changedOn, ...collection }) => ({
          ...collection,
          changed_on: collection.state === 'collected' ? null : changedOn,
        })),
      },
    };
  }

  /** Lists the entries of a day and what went back on it, a few at a time. */
  list(day: string, after: string | null): Answer {
    const once = [...this.loans.values()].flatMap((loan) => entriesOf(loan, day));
    const entries = this.has('id_doubled') ? [...once, ...once.slice(-1)] : once;
    const start = after === null ? 0 : Number(/^from-(\d{1,9})$/.exec(after)?.[1] ?? Number.NaN);
    if (!(start <= entries.length)) return { status: 400, body: { message: 'The cursor is of no page.' } };
    const end = start + pageSize;
    const total = entries.length + (this.has('total_wrong') ? 1 : 0);
    const next = end < entries.length ? `from-${end}` : null;
    return { status: 200, body: { entries: entries.slice(start, end), next, total } };
  }

  private verdict({ status }: Submission): Answer {
    return { status: 200, body: { status, status_message: messages[status] } };
  }
}

const pageSize = 2;

const unknown: Answer = { status: 404, body: { message: 'There is nothing under this reference.' } };

const newLoan = (reference: string, number: number, first: Submission): Loan => ({
  reference,
  number,
  latest: first.submission,
  submissions: new Map([[first.submission, first]]),
  steps: null,
  cancelledByCustomer: false,
  offers: [],
  countersigned: null,
  disbursal: null,
  cancelled: null,
  refused: false,
  collections: [],
  lookups: 0,
});

type Entry = { id: string; reference: string; amount_paise: number; state: string; on: string };

function entriesOf(loan: Loan, day: string): Entry[] {
  const { reference, disbursal } = loan;
  const paidOut =
    disbursal?.on === day
      ? [
          {
            id: `D-${loan.number}`,
            reference,
            amount_paise: disbursal.amount_paise,
            state: 'disbursed',
            on: day,
          },
        ]
      : [];
  const collected = loan.collections
    .filter(({ on, changedOn }) => on === day || changedOn === day)
    .map(({ id, amount_paise, state, on }) => ({ id, reference, amount_paise, state, on }));
  return [...paidOut, ...collected];
}

/** Makes an entry of the books for a debit of today. */
export const collectionOf = (id: string, instalment: number, paise: number, isPaid: boolean): Collection => ({
  id,
  instalment,
  on: today(),
  amount_paise: paise,
  state: isPaid ? 'collected' : 'returned',
  reason: isPaid ? null : 'insufficient_funds',
  changedOn: today(),
});

/** A loan in the books of the second lender: a flat rate, an instalment in advance, and a broken period. */
import { randomUUID } from 'node:crypto';
import {
  aprOf,
  type Conditions,
  disbursedOn,
  instalmentOf,
  netDisbursed,
  plusDays,
  plusMonths,
  recurring,
  scheduleOf,
} from './arithmetic.ts';
import type { Fault } from './server.ts';

export const today = (): string => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);

type Steps = {
  accepted?: { proposal_number: string } | null;
  signed?: { document_sha256: string } | null;
  cancelled_at?: string | null;
  debits?: { instalment: number }[];
  payments?: { instalment: number | null; state: string }[];
};

type Collection = {
  id: string;
  instalment: number | null;
  on: string;
  amount_paise: number;
  state: 'collected' | 'returned' | 'reversed';
  reason: string | null;
};

type Booked = { collection: Collection; backOn: string | null };

/** Less is lent with each revision, in paise. */
const lessEachTime = 50_000;

export class Loan {
  submission: number;
  isApproved = false;
  private fee: number;
  private steps: Steps = {};
  private revision = 1;
  private readonly number = randomUUID().slice(0, 8);
  private readonly offeredOn = today();
  private countersigned: { document_sha256: string; at: string } | null = null;
  private disbursal: Record<string, string | number> | null = null;
  private paidOut: Conditions | null = null;
  private cancelled: { at: string } | null = null;
  private refused = false;
  private readonly books: Booked[] = [];

  constructor(
    private readonly reference: string,
    { submission, fee }: { submission: number; fee: number },
    private readonly has: (fault: Fault) => boolean,
  ) {
    this.submission = submission;
    this.fee = fee;
  }

  replace(submission: number, fee: number): void {
    this.submission = submission;
    this.fee = fee;
  }

  get verdict() {
    return this.isApproved
      ? { status: 'APPROVED', url: `https://second.example/loans/${this.number}` }
      : { status: 'IN_PROGRESS', status_message: 'Somebody looks at it.' };
  }

  /** Stores what the customer has done, and answers all that there is. */
  exchange(steps: Steps) {
    this.steps = steps;
    if (steps.cancelled_at && !this.disbursal) this.cancelled ??= { at: new Date().toISOString() };
    const isBack = this.has('state_goes_back') && this.books.length > 0;
    return {
      offer: this.refused ? null : this.offer(),
      countersigned: this.countersigned,
      disbursal: isBack ? null : this.disbursal,
      cancelled: this.cancelled,
      refused: this.refused,
      collections: this.books.map(({ collection }) => collection),
    };
  }

  private conditions(): Conditions {
    const disbursal = plusDays(this.offeredOn, 1);
    const fee = (collected: 'up_front' | 'with_instalments' | 'deducted') =>
      ({ payee: 'lender', gst_percent: '18', collected }) as const;
    return {
      sanctioned_amount_paise: this.fee * 100 - (this.revision - 1) * lessEachTime,
      tenure_months: 9,
      interest: { rate: '7.25', kind: 'flat_yearly' },
      disbursal_on: disbursal,
      first_due_on: plusDays(plusMonths(disbursal, 1), 10),
      advance_instalments: 1,
      charges: [
        { kind: 'processing', label: 'Fee', amount: { percent: '1.25' }, ...fee('up_front') },
        { kind: 'valuation', label: 'Valuation', amount: { paise: 12_345 }, ...fee('deducted') },
        { kind: 'other', label: 'Account', amount: { paise: 999 }, ...fee('with_instalments') },
      ],
      instalment_rounding: 'rupee',
    };
  }

  private offer() {
    const conditions = this.conditions();
    const schedule = scheduleOf(conditions);
    const [first] = schedule;
    if (first && this.has('schedule_off')) first.interest_paise += 1;
    return {
      revision: this.revision,
      proposal_number: `${this.has('number_of_another') ? 'P' : this.number}/${this.revision}`,
      valid_until: `${plusDays(this.offeredOn, 10)}T23:59:59+05:30`,
      terms: {
        ...conditions,
        rate_type: 'fixed',
        disbursal_kind: 'at_once',
        contingent_charges: [
          { kind: 'late_payment', text: 'Paid late', amount: { percent: '2' }, grace_days: 5 },
        ],
        cooling_off_days: 4,
        keeps_processing_fee: true,
        apr: aprOf(conditions),
        instalment_paise: instalmentOf(conditions),
      },
      schedule,
    };
  }

  /** What a member of staff does. @returns false where it cannot be done now */
  act(act: string): boolean {
    const acts: Record<string, () => boolean> = {
      approve: () => (this.isApproved = true),
      change_offer: () => {
        this.revision += 1;
        return true;
      },
      countersign: () => this.countersign(),
      disburse: () => this.disburse(),
      refuse: () => (this.refused = true),
      collect: () => this.debit('collected'),
      return_debit: () => this.debit('returned'),
      reverse_collection: () => this.reverse(),
    };
    return acts[act]?.() ?? false;
  }

  private countersign(): boolean {
    if (!this.steps.signed) return false;
    const { document_sha256 } = this.steps.signed;
    this.countersigned = { document_sha256, at: new Date().toISOString() };
    return true;
  }

  private disburse(): boolean {
    if (!this.countersigned || !this.steps.accepted || this.cancelled || this.refused) return false;
    this.paidOut = disbursedOn(this.conditions(), today());
    this.disbursal = {
      on: today(),
      amount_paise: netDisbursed(this.paidOut),
      proposal_number: this.steps.accepted.proposal_number,
      account_number: `L${this.number}`,
      utr: `SECN${this.number}`,
    };
    return true;
  }

  /** Debits the first announced instalment that is paid neither by hand nor by the mandate. */
  private debit(state: 'collected' | 'returned'): boolean {
    const byHand = (this.steps.payments ?? []).filter((one) => one.state === 'captured');
    const paid = new Set([
      ...byHand.map(({ instalment }) => instalment),
      ...this.books
        .filter(({ collection }) => collection.state === 'collected')
        .map(({ collection }) => collection.instalment),
    ]);
    const anything = this.has('debits_unannounced') ? [{ instalment: 2 }] : [];
    const announced = [...(this.steps.debits ?? []), ...anything];
    const next = announced.find(({ instalment }) => !paid.has(instalment));
    const row = this.paidOut && scheduleOf(this.paidOut).find(({ number }) => number === next?.instalment);
    if (!row || !this.paidOut) return false;
    const amount = row.instalment_paise + recurring(this.paidOut);
    const id = this.has('id_doubled') ? `C-${this.number}` : `C-${this.number}-${this.books.length + 1}`;
    this.books.push({
      collection: {
        id,
        instalment: row.number,
        on: today(),
        amount_paise: this.has('amount_in_rupees') ? Math.round(amount / 100) : amount,
        state,
        reason: state === 'returned' ? 'insufficient_funds' : null,
      },
      backOn: state === 'returned' ? today() : null,
    });
    return true;
  }

  private reverse(): boolean {
    const last = this.books.findLast(({ collection }) => collection.state === 'collected');
    if (!last) return false;
    last.collection = { ...last.collection, state: 'reversed' };
    last.backOn = today();
    return true;
  }

  /** What was done on a day, and what went back on it. */
  entriesOf(day: string) {
    const { reference, disbursal } = this;
    const ofDay = this.books.filter(({ collection, backOn }) => collection.on === day || backOn === day);
    return [
      ...(disbursal?.on === day
        ? [
            {
              ...{ id: disbursal.account_number, reference, amount_paise: disbursal.amount_paise },
              ...{ state: 'disbursed', on: day },
            },
          ]
        : []),
      ...ofDay.map(({ collection: { id, amount_paise, state, on } }) => ({
        ...{ id, reference, amount_paise, state, on },
      })),
    ];
  }
}

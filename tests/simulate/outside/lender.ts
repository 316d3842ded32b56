/**
 * A lender. It keeps one loan for each reference, decides at once or later, makes offers, countersigns and disburses at
 * random times, and reports these by events. Its answers may be older than its records.
 */
import type { DayEntry } from '../../../server/adapters/day-list.ts';
import { randomUUID } from 'node:crypto';
import { addDays, type IsoDate, todayInIndia } from '../../../domain/values/dates.ts';
import { figuresOf } from '../../../domain/servicing/figures.ts';
import { scheduleOf, withDisbursalOn } from '../../../domain/servicing/schedule.ts';
import { earliestValidUntil } from '../../../domain/servicing/terms-problems.ts';
import type { LenderResult } from '../../../domain/values/wire.ts';
import type {
  CustomerSteps,
  LenderCollection,
  LenderOffer,
  LenderSteps,
  LookupReply,
  Reply,
  Submission,
} from '../../../server/adapters/lender.ts';
import type { LenderId } from '../../../server/adapters/lenders.ts';
import { sandboxLoanTerms } from '../../../server/sandbox/lender-terms.ts';
import { sandboxTerms } from '../../../server/sandbox/lender-terms.ts';
import type { World } from '../world.ts';
import { sendEvent } from './events.ts';
import { minuteMs, hourMs, dayMs } from '../times.ts';

export type Booked = {
  reference: string;
  pan: string;
  submission: number;
  feeRupees: number;
  months: number;
  /** The answer; null while it is processed. */
  verdict: LenderResult | null;
  offeredOn: IsoDate | null;
  revision: number;
  isRefused: boolean;
  accepted: string | null;
  signed: string | null;
  cancelledAt: Date | null;
  cancelConfirmedAt: Date | null;
  countersigned: LenderSteps['countersigned'];
  disbursal: LenderSteps['disbursal'];
  /** The time of the payout. */
  disbursedAt: number | null;
  isCountersigning: boolean;
  /** The debits by the mandate. */
  collections: LenderCollection[];
  isDebiting: boolean;
  /** The customer's steps in the last report to the lender. */
  told: Pick<CustomerSteps, 'mandate' | 'debits' | 'payments'>;
  /** The answer before its latest act. */
  former: LenderSteps | null;
};

type Behaviour = 'approves' | 'decides later' | 'pending' | 'rejects' | 'refuses' | 'fails';

const behaviours: readonly Behaviour[] = [
  ...Array<Behaviour>(13).fill('approves'),
  ...Array<Behaviour>(3).fill('pending'),
  ...Array<Behaviour>(2).fill('decides later'),
  'rejects',
  'refuses',
  'fails',
];

export class SimulatedLender {
  constructor(
    private readonly world: World,
    readonly id: number,
    readonly books: Map<string, Booked>,
  ) {
    for (const booked of books.values()) this.#resume(booked);
  }

  push({ reference, submission, request }: Submission): Reply {
    const { world } = this;
    const known = this.books.get(reference);
    if (known && known.submission >= submission) return replyOf(known);
    const behaviour = world.random.pick(behaviours);
    if (!world.faults.isQuiet && behaviour === 'refuses')
      return { kind: 'failed', message: 'Not for this lender.', nothingBooked: true, isFinal: true };
    if (!world.faults.isQuiet && behaviour === 'fails')
      return { kind: 'failed', message: 'Try again later.', nothingBooked: true };
    const booked: Booked = known ?? {
      ...{ reference, pan: String(request.panNo), submission, feeRupees: Number(request.course_fee) },
      ...{ months: 3 + world.random.whole(4), verdict: null, offeredOn: null, revision: 1 },
      ...{ isRefused: false, accepted: null, signed: null, cancelledAt: null, countersigned: null },
      ...{ disbursal: null, disbursedAt: null, isCountersigning: false, former: null },
      ...{ cancelConfirmedAt: null, collections: [], isDebiting: false },
      told: { mandate: null, debits: [], payments: [] },
    };
    booked.submission = submission;
    this.books.set(reference, booked);
    world.did('lender books');
    this.#decide(booked, behaviour);
    return replyOf(booked);
  }

  find(reference: string): LookupReply {
    const booked = this.books.get(reference);
    if (!booked) return { kind: 'none' };
    const { submission, verdict } = booked;
    return verdict === null
      ? { kind: 'processing', submission }
      : { kind: 'answered', submission, result: verdict };
  }

  /** Undefined where it has not approved a loan under the reference. */
  exchange(reference: string, steps: CustomerSteps): LenderSteps | undefined {
    const { world } = this;
    const booked = this.books.get(reference);
    if (booked?.verdict?.status !== 'APPROVED') return undefined;
    const now = world.scheduler.now;
    if (booked.offeredOn === null) {
      booked.offeredOn = todayInIndia(new Date(now));
      world.did('lender offers');
    }
    booked.accepted = steps.accepted?.proposalNumber ?? null;
    booked.signed = steps.signed?.documentSha256 ?? null;
    if (booked.cancelledAt === null && steps.cancelledAt !== null) this.#confirmLater(booked);
    booked.cancelledAt = steps.cancelledAt;
    booked.told = steps;
    this.#goOn(booked);
    if (booked.disbursal !== null && steps.mandate !== null && !booked.isDebiting) this.#debitLater(booked);
    if (booked.former && world.faults.happens('call.stale')) return booked.former;
    return this.#stepsOf(booked);
  }

  /** Lists the disbursals and debits of a day as they are now. */
  listDay(day: IsoDate): DayEntry[] {
    return [...this.books.values()].flatMap(({ reference, disbursal, collections }) =>
      [...(disbursal ? [{ ...disbursal, id: reference, state: 'disbursed' as const }] : []), ...collections]
        .filter((one) => one.on === day || ('changedOn' in one && one.changedOn === day))
        .map(({ id, on, amountPaise, state }) => ({
          id,
          on,
          amountPaise,
          state,
          reference,
          currency: 'INR',
        })),
    );
  }

  #decide(booked: Booked, behaviour: Behaviour): void {
    const { world } = this;
    const final = this.#finalOf(booked);
    if (behaviour === 'rejects') booked.verdict = rejected;
    else if (behaviour === 'decides later') {
      booked.verdict = null;
      this.#decideLater(booked, final);
    } else if (behaviour === 'pending') {
      booked.verdict = { status: world.random.pick(pending), status_message: 'Later.' };
      this.#decideLater(booked, world.random.percent(75) ? final : rejected);
    } else booked.verdict = final;
  }

  #finalOf({ reference }: Booked): LenderResult {
    return { ...approved, url: `https://lender.example/${reference}` };
  }

  #decideLater(booked: Booked, verdict: LenderResult): void {
    const { world } = this;
    const { submission } = booked;
    world.later(5 * minuteMs + world.random.whole(6 * dayMs), `lender ${this.id} decides`, () => {
      if (booked.submission !== submission) return;
      booked.verdict = verdict;
      world.did('verdict later');
      this.#tell(booked);
    });
  }

  /** Schedules the pending acts of the run from which the book was taken. */
  #resume(booked: Booked): void {
    const { verdict, countersigned, disbursal, cancelledAt, cancelConfirmedAt } = booked;
    if (verdict === null || isPending(verdict)) this.#decideLater(booked, this.#finalOf(booked));
    booked.isCountersigning = countersigned !== null;
    booked.isDebiting = false;
    if (countersigned && !disbursal) this.#disburseLater(booked);
    if (cancelledAt && !cancelConfirmedAt) this.#confirmLater(booked);
  }

  /** Schedules the acts that follow from its records. */
  #goOn(booked: Booked): void {
    const { world } = this;
    const { random } = world;
    if (booked.isCountersigning || booked.isRefused) return;
    if (booked.signed === null) {
      if (booked.accepted !== null && random.percent(4))
        this.#change(booked, () => (booked.revision += 1), 'lender changes offer');
      return;
    }
    booked.isCountersigning = true;
    const refuses = random.percent(4);
    world.later(minuteMs + random.whole(18 * hourMs), `lender ${this.id} countersigns`, () => {
      const { signed } = booked;
      if (refuses) return this.#change(booked, () => (booked.isRefused = true), 'lender refuses');
      if (signed === null || booked.cancelledAt !== null) {
        booked.isCountersigning = false;
        return;
      }
      const at = new Date(world.scheduler.now);
      this.#change(
        booked,
        () => (booked.countersigned = { documentSha256: signed, at }),
        'lender countersigns',
      );
      this.#disburseLater(booked);
    });
  }

  /** It pays out all the same where the payout was on its way. */
  #confirmLater(booked: Booked): void {
    const { world } = this;
    world.later(minuteMs + world.random.whole(2 * dayMs), `lender ${this.id} confirms a cancellation`, () => {
      if (booked.disbursal !== null) return;
      const at = new Date(world.scheduler.now);
      this.#change(booked, () => (booked.cancelConfirmedAt = at), 'lender confirms a cancellation');
    });
  }

  #disburseLater(booked: Booked): void {
    const { world } = this;
    world.later(hourMs + world.random.whole(4 * dayMs), `lender ${this.id} disburses`, () => {
      // Steps that the lender does not know yet do not stop it, and sometimes not even ones that it has confirmed.
      if (booked.isRefused || (booked.cancelConfirmedAt !== null && !world.random.percent(20))) return;
      const disbursal = this.#payOut(booked);
      if (disbursal === null) return;
      booked.disbursedAt = world.scheduler.now;
      this.#change(booked, () => (booked.disbursal = disbursal), 'lender disburses');
    });
  }

  /** Debits each instalment on its day that it does not know as paid, by a mandate that it does not know as withdrawn. */
  #debitLater(booked: Booked): void {
    const { world } = this;
    const offer = this.#acceptedOf(booked);
    if (offer === null || booked.disbursal === null) return;
    booked.isDebiting = true;
    const terms = withDisbursalOn(offer.terms, booked.disbursal.on);
    for (const row of scheduleOf(terms).slice(terms.advanceInstalments)) {
      const noon = Date.parse(`${row.dueOn}T12:00:00+05:30`);
      if (noon <= world.scheduler.now) continue;
      world.later(noon - world.scheduler.now, `lender ${this.id} debits`, () => {
        const { mandate, debits, payments } = booked.told;
        const isAnnounced = debits.some(({ instalment }) => instalment === row.number);
        const isPaid = payments.some(
          ({ state, instalment, purpose }) =>
            state === 'captured' && (instalment === row.number || purpose === 'foreclosure'),
        );
        if (!isAnnounced || isPaid || mandate === null || mandate.isWithdrawn || booked.cancelledAt !== null)
          return;
        const isReturned = world.random.percent(15);
        const entry: LenderCollection = {
          ...{ id: `${booked.reference}-${row.number}`, instalment: row.number, on: row.dueOn },
          ...{ amountPaise: row.instalment + row.charges, state: isReturned ? 'returned' : 'collected' },
          reason: isReturned ? 'insufficient_funds' : null,
        };
        const act = isReturned ? 'debit returned' : 'debit collected';
        this.#change(booked, () => (booked.collections = [...booked.collections, entry]), act);
        if (!isReturned && world.random.percent(8)) this.#reverseLater(booked, entry);
      });
    }
  }

  #reverseLater(booked: Booked, entry: LenderCollection): void {
    const { world } = this;
    world.later(
      hourMs + world.random.whole(40 * dayMs),
      `bank takes a debit of lender ${this.id} back`,
      () => {
        const reversed = booked.collections.map((one): LenderCollection =>
          one.id === entry.id
            ? { ...one, state: 'reversed', changedOn: todayInIndia(new Date(world.scheduler.now)) }
            : one,
        );
        this.#change(booked, () => (booked.collections = reversed), 'debit reversed');
      },
    );
  }

  #payOut(booked: Booked): LenderSteps['disbursal'] {
    const on = todayInIndia(new Date(this.world.scheduler.now));
    const offer = this.#acceptedOf(booked);
    return (
      offer && {
        ...{ on, amountPaise: figuresOf(withDisbursalOn(offer.terms, on)).netDisbursed },
        ...{ proposalNumber: offer.proposalNumber, utr: `UTR${randomUUID().slice(0, 8)}` },
        accountNumber: `LN${this.id}${randomUUID().slice(0, 8)}`,
      }
    );
  }

  #change(booked: Booked, change: () => void, act: string): void {
    booked.former = this.#stepsOf(booked);
    change();
    this.world.did(act);
    this.#tell(booked);
  }

  #tell({ reference }: Booked): void {
    sendEvent(this.world, 'receiveLenderEvent', { lender_id: this.id }, reference);
  }

  #stepsOf(booked: Booked): LenderSteps {
    const { countersigned, disbursal, cancelConfirmedAt, isRefused: refused } = booked;
    const cancelled = cancelConfirmedAt && { at: cancelConfirmedAt };
    const offer = refused ? null : this.#offerOf(booked);
    return { offer, countersigned, disbursal, cancelled, refused, collections: booked.collections };
  }

  /** The offer that was accepted, also where it was changed since. */
  #acceptedOf(booked: Booked): LenderOffer | null {
    const revision = Number(/-(\d+)$/.exec(booked.accepted ?? '')?.[1] ?? booked.revision);
    return this.#offerOf({ ...booked, revision });
  }

  #offerOf({ reference, revision, offeredOn, feeRupees, months }: Booked): LenderOffer | null {
    if (offeredOn === null) return null;
    const id = this.id as LenderId;
    const terms = sandboxLoanTerms(id, { feeRupees, months, revision, offeredOn });
    const stated = addDays(offeredOn, sandboxTerms[id].validityDays);
    const earliest = earliestValidUntil(offeredOn);
    const lastDay = stated > earliest ? stated : earliest;
    return {
      ...{ revision, terms, proposalNumber: `SL${id}-${reference.slice(-12)}-${revision}` },
      validUntil: new Date(`${lastDay}T23:59:59+05:30`),
    };
  }
}

const pending = ['PENDING', 'IN_PROGRESS'];
const isPending = ({ status }: LenderResult): boolean => pending.includes(String(status));

const approved = { status: 'APPROVED', status_message: 'Approved.' };
const rejected = { status: 'REJECTED', status_message: 'No.' };

const replyOf = ({ verdict }: Booked): Reply =>
  verdict === null ? { kind: 'noResponse' } : { kind: 'answered', result: verdict };

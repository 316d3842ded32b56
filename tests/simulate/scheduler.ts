/**
 * Runs one task at a time, up to its next yield point, in an order that a seed decides, and advances the time when no
 * actor has work. A task is the code that follows from a promise that a yield point has resolved.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { host, real, type Timer } from './prelude.ts';
import type { Random } from '../fuzz/random.ts';
import type { Trace } from './trace.ts';

/** An actor takes steps: a server, or a party outside. */
export type Actor = {
  name: string;
  /** False once it has crashed: none of its tasks continue. */
  isAlive: boolean;
  /** It stands still until then. */
  frozenUntil: number;
};

export type Scope = { actor: Actor; isInTransaction: boolean };

/** Thrown into a transaction of a server that has crashed, so that the database rolls it back. */
export class Crashed extends Error {}

type Waiting = { actor: Actor; label: string; resume: () => void; refuse: (() => void) | undefined };

/**
 * `renewal`: repeated, as leases are renewed; time moves for it alone while a call is under way. `poll`: looks for jobs,
 * and runs when one is due.
 */
type TimerKind = 'foreground' | 'renewal' | 'poll';

type Scheduled = Waiting & { at: number; number: number; kind: TimerKind };

/** The pause of the servers between two looks for jobs. */
const pollMs = 1500;

/** The outgoing calls under way, by who makes them: while there are any, background timers move time as well. */
class UnderWay {
  readonly #calls = new Map<Actor, number>();

  get isAny(): boolean {
    return this.#calls.size > 0;
  }

  add(actor: Actor): void {
    if (actor.isAlive) this.#calls.set(actor, (this.#calls.get(actor) ?? 0) + 1);
  }

  remove(actor: Actor): void {
    const left = (this.#calls.get(actor) ?? 0) - 1;
    if (left > 0) this.#calls.set(actor, left);
    else this.#calls.delete(actor);
  }

  removeAll(actor: Actor): void {
    this.#calls.delete(actor);
  }
}

export class Scheduler {
  readonly outside: Actor = { name: 'world', isAlive: true, frozenUntil: 0 };
  readonly scopes = new AsyncLocalStorage<Scope>();
  now: number;
  steps = 0;
  readonly underWay = new UnderWay();
  /** Asked before each step of a server: it may crash it or make it stand still. */
  onStep: (actor: Actor, label: string) => void = () => {};
  #waiting: Waiting[] = [];
  #timers: Scheduled[] = [];
  #count = 0;

  constructor(
    readonly random: Random,
    readonly trace: Trace,
    start: number,
  ) {
    this.now = start;
    host.now = () => this.now;
    host.startTimer = (run, afterMs, kind) => this.#startTimer(run, afterMs, kind);
  }

  get actor(): Actor {
    return this.scopes.getStore()?.actor ?? this.outside;
  }

  /** Runs `work` as an actor's. */
  as<Value>(actor: Actor, work: () => Value, isInTransaction = false): Value {
    return this.scopes.run({ actor, isInTransaction }, work);
  }

  /** A yield point: continues when the scheduler says so, and never after the actor has crashed. */
  gate(label: string): Promise<void> {
    const { actor, isInTransaction } = this.scopes.getStore() ?? {
      actor: this.outside,
      isInTransaction: false,
    };
    return new Promise((resolve, reject) => {
      const refuse = isInTransaction ? () => reject(new Crashed()) : undefined;
      if (actor.isAlive) this.#waiting.push({ actor, label, resume: resolve, refuse });
      else refuse?.();
    });
  }

  sleep(ms: number, label: string, kind: TimerKind = 'foreground'): Promise<void> {
    return new Promise((resolve) => {
      this.#add(resolve, Math.max(0, ms), label, kind);
    });
  }

  /** Stops the actor; its open transaction is rolled back. */
  crash(actor: Actor): void {
    actor.isAlive = false;
    this.underWay.removeAll(actor);
    const [its, others] = [
      this.#waiting.filter(isOf(actor)),
      this.#waiting.filter((one) => !isOf(actor)(one)),
    ];
    this.#waiting = others;
    this.#timers = this.#timers.filter((one) => !isOf(actor)(one));
    for (const { refuse } of its) refuse?.();
  }

  /**
   * @param nextDue returns the time of the next work without a timer; null for never
   * @param isOver is called when no actor has work at this time, and says whether the run ends
   */
  async run(nextDue: () => Promise<number | null>, isOver: () => Promise<boolean>): Promise<void> {
    for (;;) {
      await settled();
      if (this.#step()) continue;
      if (await isOver()) return;
      const due = await nextDue();
      const next = this.#nextTime(due);
      if (next === null) return;
      this.now = Math.max(this.now, Math.ceil(next));
      this.#wakeTimers(due !== null && due <= this.now);
    }
  }

  /** @returns whether an actor had work */
  #step(): boolean {
    const ready = this.#waiting.filter(({ actor }) => actor.frozenUntil <= this.now);
    const chosen = ready.length === 0 ? undefined : ready[this.random.whole(ready.length)];
    if (!chosen) return false;
    this.onStep(chosen.actor, chosen.label);
    if (!chosen.actor.isAlive || chosen.actor.frozenUntil > this.now) return true;
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
    this.steps += 1;
    this.trace.step(this.now, chosen.actor.name, chosen.label);
    chosen.resume();
    return true;
  }

  #nextTime(due: number | null): number | null {
    const isReason = ({ kind }: Scheduled) =>
      kind === 'foreground' || (kind === 'renewal' && this.underWay.isAny);
    const frozen = this.#waiting.map(({ actor }) => actor.frozenUntil);
    const times = [
      ...this.#timers.filter(isReason).map(({ at }) => at),
      ...frozen,
      ...(due === null ? [] : [due]),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  #wakeTimers(isJobDue: boolean): void {
    const isDue = ({ at, kind }: Scheduled) =>
      at <= this.now && (kind !== 'poll' || (isJobDue && this.random.percent(60)));
    const due = this.#timers.filter(isDue);
    this.#timers = this.#timers.filter((one) => !due.includes(one));
    due.sort((one, other) => one.at - other.at || one.number - other.number);
    this.#waiting.push(...due);
  }

  #startTimer(run: () => void, afterMs: number, kind: 'once' | 'repeated'): Timer {
    const timerKind = kind === 'repeated' ? 'renewal' : afterMs === pollMs ? 'poll' : 'foreground';
    const scope = this.scopes.getStore();
    let isOpen = true;
    const start = () =>
      this.#add(
        () => {
          if (!isOpen) return;
          const turn = () => {
            if (kind === 'repeated') entry = start();
            run();
          };
          if (scope) this.scopes.run(scope, turn);
          else turn();
        },
        afterMs,
        'timer',
        timerKind,
      );
    let entry = start();
    return {
      cancel: () => {
        isOpen = false;
        this.#timers = this.#timers.filter((one) => one !== entry);
        this.#waiting = this.#waiting.filter((one) => one !== entry);
      },
    };
  }

  #add(resume: () => void, afterMs: number, label: string, kind: TimerKind): Scheduled {
    const actor = this.actor;
    this.#count += 1;
    const added: Scheduled = {
      ...{ actor, label, resume, refuse: undefined, kind },
      ...{ at: this.now + afterMs, number: this.#count },
    };
    if (!actor.isAlive) return added;
    if (afterMs === 0) this.#waiting.push(added);
    else this.#timers.push(added);
    return added;
  }
}

const isOf =
  (actor: Actor) =>
  (one: Waiting): boolean =>
    one.actor === actor;

/** Resolves after all work that does not wait for anything outside. */
const settled = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

/** One run: the servers, the companies outside, the people, and the faults, all drawn from one seed. */
import { host } from './prelude.ts';
import { installationKey } from '../../server/documents/installation.ts';
import { createRandom, type Random } from '../fuzz/random.ts';
import type { SimulatedDatabase } from './database.ts';
import { Faults } from './faults.ts';
import { IdentityProvider } from './outside/kyc.ts';
import { SimulatedLender } from './outside/lender.ts';
import { MandateProvider } from './outside/mandates.ts';
import { Messages } from './outside/messages.ts';
import { ObjectStore } from './outside/objects.ts';
import { PaymentProvider } from './outside/payments.ts';
import { brokenLaws, checkLaws } from './laws.ts';
import type { Customer } from './people/customer.ts';
import { type Errand, errandOf } from './people/errands.ts';
import { type Person, peopleOf } from './people/people.ts';
import { type Actor, Scheduler } from './scheduler.ts';
import { SimulatedServer } from './server.ts';
import type { Part } from './shrink.ts';
import { emptyMemory, type Memory, type State } from './states.ts';
import { Trace } from './trace.ts';
import { dayMs, hourMs, mostLeadMs } from './times.ts';

export const startMs = Date.UTC(2026, 6, 20, 3, 30);
/** The days that the run continues after the last act of the people. */
const quietDays = 30;
/** The number of steps after which the people of a short run do nothing more. */
const shortSteps = 150;
const shortQuietDays = 4;
/** A short seed in which something is not yet as it must be has so many, in which payments are asked about once more. */
const mostShortQuietDays = 10;
/** The time from the last act to the first check of the laws; each later check waits three times as long. */
const firstLookMs = hourMs;
/** One short seed in this many has its quiet days in full. */
const fullQuiet = 10;
/** The most moments after one act that are kept of a run. */
const mostKept = 2;

export type RunOptions = Part & {
  seed: number;
  /** The state at which a short run begins. */
  from?: State | undefined;
  /** Gets the moments after acts. */
  keep?: ((state: State) => void) | undefined;
};

/** Acts that are many, and change nothing of a loan. */
const frequentActs = /^(call|job|asks|message|event|crash|pause|sign in)\b/;

export type LoggedError = { event: string; at: number; kind?: unknown; stack?: unknown; code?: unknown };

export class World {
  readonly random: Random;
  readonly trace = new Trace();
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly servers: SimulatedServer[] = [];
  readonly lenders: Record<number, SimulatedLender>;
  readonly kyc: IdentityProvider;
  readonly mandates: MandateProvider;
  readonly payments: PaymentProvider;
  readonly messages: Messages;
  readonly objects: ObjectStore;
  readonly people: Customer[];
  /** Errors that the servers have logged. */
  readonly logged: LoggedError[] = [];
  /** Broken laws, as soon as they are seen. */
  readonly breaks: { law: string; what: string }[] = [];
  /** Counts of the acts that were done, by kind. */
  readonly acts = new Map<string, number>();
  #serverCount = 0;
  #busyPeople = 0;
  readonly started: number;
  /** The latest act after which the moment is kept. */
  #justDone: string | undefined;
  #checkedWrites = -1;
  #quietUntil = Number.POSITIVE_INFINITY;
  #quietFrom = 0;
  #actedSteps: number | undefined;
  /** Says whether it is looked early whether anything is broken, and when next. */
  #looks = false;
  #nextLook = 0;

  constructor(
    readonly database: SimulatedDatabase,
    readonly options: RunOptions,
  ) {
    this.random = createRandom(options.seed * 7919 + 1);
    host.random = createRandom(options.seed * 104_729 + 2);
    const { from } = options;
    this.started = from?.now ?? startMs;
    this.scheduler = new Scheduler(this.random, this.trace, this.started);
    this.faults = new Faults(createRandom(options.seed * 31 + 3), options.only);
    const memory = structuredClone(from?.memory ?? emptyMemory());
    this.lenders = Object.fromEntries(
      Object.entries(memory.books).map(([id, books]) => [id, new SimulatedLender(this, Number(id), books)]),
    );
    this.kyc = new IdentityProvider(this, memory.checks);
    this.mandates = new MandateProvider(this, memory.mandates);
    this.payments = new PaymentProvider(this, memory.orders);
    this.messages = new Messages(this, memory.delivered);
    this.objects = new ObjectStore(this, memory.objects);
    this.people = peopleOf(this, memory.people);
    this.scheduler.onStep = (actor, label) => this.#beforeStep(actor, label);
  }

  async run(): Promise<void> {
    await this.database.reset(this.options.from?.rows);
    this.objects.put(installationKey, Buffer.from(this.database.installationId));
    const count = 1 + this.random.whole(3);
    for (let index = 0; index < count; index += 1) this.#startServer();
    this.#busyPeople = this.people.length;
    for (const person of this.people) void this.#live(person);
    await this.scheduler.run(
      () => this.#nextDue(),
      () => this.#isOver(),
    );
    if (this.breaks.length === 0) await checkLaws(this, 'end');
  }

  /**
   * Ends a run after its quiet days, and most short ones as soon as no law is broken any more: late work has the days
   * until then to finish.
   */
  async #isOver(): Promise<boolean> {
    const { now, underWay } = this.scheduler;
    if (this.breaks.length > 0 || now >= this.#quietUntil) return true;
    if (!this.#looks || now < this.#nextLook || underWay.isAny || this.payments.isDisputed) return false;
    this.#nextLook = now + 2 * (now - this.#quietFrom);
    return (await brokenLaws(this, 'end')).length === 0;
  }

  did(act: string): void {
    const count = (this.acts.get(act) ?? 0) + 1;
    this.acts.set(act, count);
    if (count <= mostKept && !frequentActs.test(act)) this.#justDone = act;
  }

  breakLaw(law: string, what: string): void {
    if (this.breaks.length < 20) this.breaks.push({ law, what });
    this.trace.note(this.scheduler.now, `BREAK ${law}: ${what}`);
  }

  /** The number of steps until the last act, or until a law was broken. */
  get actedSteps(): number {
    return this.#actedSteps ?? this.scheduler.steps;
  }

  /** Returns one that answers; a frozen server accepts calls nevertheless. */
  get anyServer(): SimulatedServer {
    return this.random.pick(this.servers);
  }

  /** Returns the first act of the people of a short seed. */
  get errand(): Errand | undefined {
    return this.options.from && errandOf(this.options.seed);
  }

  /** Waits outside of all servers. */
  sleep(ms: number, label = 'waits'): Promise<void> {
    return this.scheduler.as(this.scheduler.outside, () => this.scheduler.sleep(ms, label));
  }

  /** Does something later, independently of the servers. */
  later(ms: number, label: string, work: () => Promise<void> | void): void {
    void this.scheduler.as(this.scheduler.outside, async () => {
      await this.scheduler.sleep(ms, label);
      await work();
    });
  }

  async #live(person: Person): Promise<void> {
    try {
      await this.scheduler.as(this.scheduler.outside, () => person.live());
    } catch (error) {
      this.breakLaw('the simulator itself works', String(error instanceof Error ? error.stack : error));
    }
    this.#busyPeople -= 1;
    if (this.#busyPeople === 0) this.#becomeQuiet();
  }

  /** Ends the acts of people and the faults. */
  #becomeQuiet(): void {
    if (this.faults.isQuiet) return;
    this.faults.isQuiet = true;
    this.#actedSteps = this.scheduler.steps;
    for (const server of this.servers) server.actor.frozenUntil = 0;
    const { from, seed } = this.options;
    this.#looks = from !== undefined && seed % fullQuiet !== 0;
    const forMs = (from && !this.#looks ? shortQuietDays : from ? mostShortQuietDays : quietDays) * dayMs;
    this.#quietFrom = this.scheduler.now;
    this.#nextLook = this.scheduler.now + firstLookMs;
    this.#quietUntil = this.scheduler.now + forMs;
    // Moves time to the end, also where nothing else does.
    this.later(forMs, 'ends', () => {});
  }

  async #keepState(): Promise<void> {
    const { options, scheduler, database, lenders, people } = this;
    const act = this.#justDone;
    this.#justDone = undefined;
    if (act === undefined || !options.keep) return;
    const memory: Memory = {
      books: Object.fromEntries(Object.entries(lenders).map(([id, { books }]) => [id, books])),
      ...{ checks: this.kyc.checks, mandates: this.mandates.mandates, orders: this.payments.orders },
      ...{ delivered: this.messages.delivered, objects: this.objects.stored },
      people: people.map((person) => person.memory),
    };
    options.keep({ act, now: scheduler.now, rows: await database.dump(), memory: structuredClone(memory) });
  }

  #startServer(): void {
    this.#serverCount += 1;
    const offsetMs = this.random.whole(2 * mostLeadMs) - mostLeadMs;
    this.servers.push(new SimulatedServer(this, `server ${this.#serverCount}`, offsetMs));
  }

  #beforeStep(actor: Actor, label: string): void {
    const server = this.servers.find((one) => one.actor === actor);
    if (!server) return;
    if (this.faults.happens('server.crash')) {
      this.trace.note(this.scheduler.now, `${actor.name} crashes before ${label}`);
      this.did('crash');
      this.servers.splice(this.servers.indexOf(server), 1);
      server.crash();
      this.#startServer();
    } else if (this.faults.happens('server.pause')) {
      actor.frozenUntil = this.scheduler.now + 1000 * (5 + this.random.whole(40));
      this.trace.note(this.scheduler.now, `${actor.name} stands still before ${label}`);
      this.did('pause');
    }
  }

  /** The time at which the next job is due, or its lease ends. */
  async #nextDue(): Promise<number | null> {
    const { writes } = this.database.prepared;
    if (writes !== this.#checkedWrites) {
      this.#checkedWrites = writes;
      await checkLaws(this, 'always');
    }
    await this.#keepState();
    const { from, mostSteps = from ? shortSteps : Number.POSITIVE_INFINITY } = this.options;
    if (this.scheduler.steps >= mostSteps) this.#becomeQuiet();
    const due = await this.database.nextDue();
    // The clocks of the servers differ: the job is due for the last of them, too.
    return due === null ? null : Math.max(this.scheduler.now + 1, due + mostLeadMs + 100);
  }
}

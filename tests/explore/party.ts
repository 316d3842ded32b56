/**
 * One party of a protocol: an XState machine whose transitions are tabulated once, as (state value and context, event)
 * → (state value and context, the messages it sends). The search uses just the numbers of the table.
 */
import { type AnyStateMachine, initialTransition, transition } from 'xstate';

export type PartyEvent = { type: string };

/** A machine's message. A `call` is answered in the same step, like a transaction; a `send` uses the network. */
export type Sent = {
  to: string;
  event: PartyEvent;
  /** A caller that has hung up does not get it. */
  isReply?: true;
};

/** The actions by which a machine reaches the others; the search reads their parameters. */
export const sends = {
  send: (_: unknown, _sent: Sent) => undefined,
  call: (_: unknown, _sent: Sent) => undefined,
  /** Ends the party's own connections: replies are dropped, and its requests still arrive. */
  hangUp: () => undefined,
};

/** The state of one party, as invariants and acts read it. */
export type PartyState<Context = object> = { value: string; context: Context };

type Entry = { next: number; sent: readonly Effect[] };
export type Effect = { kind: 'send' | 'call'; sent: Sent } | { kind: 'hangUp' };

/** A machine of the product: its actions are read by `effectsOf`. */
export type ProductParty = {
  machine: AnyStateMachine;
  input: unknown;
  effectsOf: (action: { type: string; params: unknown }) => Effect[];
};

/** Events by number, the same in all parties of a protocol. */
export class Events {
  readonly all: PartyEvent[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(event: PartyEvent): number {
    const key = JSON.stringify(event);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.all.length);
    return this.all.push(event) - 1;
  }

  /** @throws Error where no event has the number */
  at(number: number): PartyEvent {
    const event = this.all[number];
    if (!event) throw new Error(`There is no event ${number}`);
    return event;
  }
}

const eventsAtMost = 2 ** 20;
/** A state of all parties is a text of such numbers. */
const mostStates = 2 ** 16 - 2;

export class Party {
  readonly states: PartyState[] = [];
  readonly initial: number;
  private readonly party: ProductParty;
  private readonly snapshots: ReturnType<typeof transition<AnyStateMachine>>[0][] = [];
  private readonly numbers = new Map<string, number>();
  private readonly table = new Map<number, Entry | null>();

  constructor(
    readonly name: string,
    machine: AnyStateMachine | ProductParty,
    private readonly events: Events,
  ) {
    this.party = 'effectsOf' in machine ? machine : { machine, input: undefined, effectsOf: this.readSends };
    this.initial = this.numberOf(initialTransition(this.party.machine, this.party.input)[0]);
  }

  /** @returns null where the machine does nothing with the event in this state */
  step(state: number, event: number): Entry | null {
    const key = state * eventsAtMost + event;
    const known = this.table.get(key);
    if (known !== undefined) return known;
    const before = this.snapshots[state];
    if (!before) throw new Error(`${this.name} has no state ${state}`);
    const entry = before.can(this.events.at(event)) ? this.entryOf(before, event) : null;
    this.table.set(key, entry);
    return entry;
  }

  private entryOf(before: (typeof this.snapshots)[number], event: number): Entry {
    const [after, actions] = transition(this.party.machine, before, this.events.at(event));
    const sent = actions.flatMap(({ type, params }) => this.party.effectsOf({ type, params }));
    return { next: this.numberOf(after), sent };
  }

  private readonly readSends = ({ type, params }: { type: string; params: unknown }): Effect[] => {
    if (type === 'hangUp') return [{ kind: type }];
    if (type === 'send' || type === 'call') return [{ kind: type, sent: params as Sent }];
    throw new Error(`${this.name} has the action ${type}, which the search does not know`);
  };

  private numberOf(snapshot: (typeof this.snapshots)[number]): number {
    const value = String(snapshot.value);
    const key = JSON.stringify([value, snapshot.context]);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.states.length > mostStates) throw new Error(`${this.name} has too many states`);
    this.numbers.set(key, this.states.length);
    this.snapshots.push(snapshot);
    return this.states.push({ value, context: snapshot.context as object }) - 1;
  }
}

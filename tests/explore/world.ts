/** The product of a protocol's parties and the network between them: from a state to those that can follow it. */
import type { AnyStateMachine } from 'xstate';
import { Events, Party, type PartyEvent, type PartyState, type ProductParty } from './party.ts';

/**
 * The cause of a step: `work` and `timer` happen automatically, `free` is a decision of another company; a `person` may
 * remain inactive, and a `fault` may not happen. Persons and faults have a budget.
 */
export type Cause = 'work' | 'timer' | 'free' | 'person' | 'fault';

/** A party's spontaneous act, or its reading of a message. */
export type Act = { party: string; event: PartyEvent; cause: Cause };

export type View = {
  of: <Context = Record<string, unknown>>(party: string) => PartyState<Context>;
  /** Says whether a message is under way. */
  isBusy: boolean;
};

export type Protocol = {
  name: string;
  /** The first names are those of the parties; a message to a group goes to any of its members. */
  parties: Readonly<Record<string, AnyStateMachine | ProductParty>>;
  groups?: Readonly<Record<string, readonly string[]>>;
  /** Reads the states of the parties and whether a message is under way. */
  acts: (view: View) => Act[];
  /** The ways in which a party takes a message; unchanged if absent. `isClosed`: its sender no longer gets a reply. */
  readings?: (
    party: string,
    message: { event: PartyEvent; isClosed: boolean },
  ) => readonly { event: PartyEvent; cause: Cause }[];
  budgets: Readonly<Record<'person' | 'fault' | 'doubling', number>>;
  /** The invariants; one that returns false is broken. */
  invariants: Readonly<Record<string, (view: View) => boolean>>;
  /** Returns whether the state may last without end. */
  isEnd: (view: View) => boolean;
};

/** `lost` and `doubled`: faults of the network; `arrives`, with a cause of the reading. */
type StepKind = 'act' | 'arrives' | 'lost' | 'doubled';
export type Step = { kind: StepKind; cause: Cause; party: string; event: PartyEvent };

/** A message: its receiver, the event, and the receiver of the reply; null after a hang-up. A reply arrives once. */
type Message = { to: string; from: string | null; event: number; isReply: boolean };

export type State = readonly number[];

const budgetNames = ['person', 'fault', 'doubling'] as const;

export class World {
  readonly events = new Events();
  readonly parties: Party[];
  private readonly indexOf: ReadonlyMap<string, number>;
  private readonly messages: Message[] = [];
  private readonly messageNumbers = new Map<string, number>();
  private readonly acts = new Map<string, Act[]>();

  constructor(readonly protocol: Protocol) {
    this.parties = Object.entries(protocol.parties).map(
      ([name, machine]) => new Party(name, machine, this.events),
    );
    this.indexOf = new Map(this.parties.map(({ name }, index) => [name, index]));
  }

  /** Party states, budgets, then the numbers of the messages under way, sorted. */
  initial(): State {
    const { budgets } = this.protocol;
    return [...this.parties.map(({ initial }) => initial), ...budgetNames.map((name) => budgets[name])];
  }

  view(state: State): View {
    return {
      of: <Context>(name: string) => {
        const index = this.partyIndex(name);
        const found = this.parties[index]?.states[state[index] ?? -1];
        if (!found) throw new Error(`${name} has no such state`);
        return found as PartyState<Context>;
      },
      isBusy: state.length > this.head,
    };
  }

  /** Returns the possible steps, with the state after each. */
  successors(state: State): { step: Step; next: State }[] {
    const found: { step: Step; next: State }[] = [];
    for (const act of this.actsIn(state)) {
      const paid = this.pay(state, act.cause);
      if (!paid) continue;
      const next = this.run(paid, this.partyIndex(act.party), this.events.numberOf(act.event), null);
      if (next) found.push({ step: { kind: 'act', ...act }, next });
    }
    for (let place = this.head; place < state.length; place += 1) {
      // Identical messages are delivered once.
      if (place > this.head && state[place] === state[place - 1]) continue;
      found.push(...this.deliveries(state, place));
    }
    return found;
  }

  private actsIn(state: State): Act[] {
    const key = `${state.length > this.head} ${state.slice(0, this.parties.length).join()}`;
    const known = this.acts.get(key);
    if (known) return known;
    const acts = this.protocol.acts(this.view(state));
    this.acts.set(key, acts);
    return acts;
  }

  private deliveries(state: State, place: number): { step: Step; next: State }[] {
    const message = this.messages[state[place] ?? -1];
    if (!message) throw new Error('There is no such message');
    const event = this.events.at(message.event);
    const without = state.toSpliced(place, 1);
    const found: { step: Step; next: State }[] = [
      { step: { kind: 'lost', cause: 'fault', party: message.to, event }, next: without },
    ];
    const doubling = this.budgetPlace('doubling');
    for (const party of this.protocol.groups?.[message.to] ?? [message.to]) {
      const readings = this.protocol.readings?.(party, { event, isClosed: message.from === null }) ?? [
        { event, cause: 'work' as const },
      ];
      for (const { event: read, cause } of readings) {
        const paid = this.pay(without, cause);
        if (!paid) continue;
        const number = this.events.numberOf(read);
        const next = this.run(paid, this.partyIndex(party), number, message.from) ?? paid;
        found.push({ step: { kind: 'arrives', cause, party, event: read }, next });
        if (message.isReply || (state[doubling] ?? 0) === 0) continue;
        const copy = this.messageNumber({ ...message, from: null });
        const twice = insertSorted(next.with(doubling, (next[doubling] ?? 0) - 1), copy, this.head);
        found.push({ step: { kind: 'doubled', cause: 'fault', party, event: read }, next: twice });
      }
    }
    return found;
  }

  private pay(state: State, cause: Cause): State | null {
    if (cause !== 'person' && cause !== 'fault') return state;
    const place = this.budgetPlace(cause);
    const left = state[place] ?? 0;
    return left > 0 ? state.with(place, left - 1) : null;
  }

  /** @returns null where the party does nothing with the event */
  private run(state: State, party: number, event: number, from: string | null): State | null {
    let after = [...state];
    const waiting = [{ party, event, from }];
    for (let first = true; waiting.length > 0; first = false) {
      const one = waiting.shift();
      if (!one) break;
      const entry = this.parties[one.party]?.step(after[one.party] ?? -1, one.event);
      if (!entry && first) return null;
      if (!entry) continue;
      after[one.party] = entry.next;
      const name = this.parties[one.party]?.name ?? '';
      for (const effect of entry.sent) {
        if (effect.kind === 'hangUp') {
          after = this.hangUp(after, name);
          continue;
        }
        const to = effect.sent.to === 'sender' ? one.from : effect.sent.to;
        if (to === null) continue;
        const number = this.events.numberOf(effect.sent.event);
        if (effect.kind === 'call') waiting.push({ party: this.partyIndex(to), event: number, from: name });
        else
          after = insertSorted(
            after,
            this.messageNumber({
              to,
              from: name,
              event: number,
              isReply: effect.sent.to === 'sender' || effect.sent.isReply === true,
            }),
            this.head,
          );
      }
    }
    return after;
  }

  /**
   * Drops the replies to the party, and the reply of its open requests. The network keeps one copy of identical
   * messages without a reply: a party that retries would fill it without end.
   */
  private hangUp(state: State, name: string): number[] {
    const kept: number[] = [];
    const closed: number[] = [];
    for (const number of state.slice(this.head)) {
      const message = this.messages[number];
      if (!message || (message.isReply && message.to === name)) continue;
      if (message.from === name) closed.push(this.messageNumber({ ...message, from: null }));
      else kept.push(number);
    }
    const messages = [...kept, ...new Set(closed.filter((number) => !kept.includes(number)))];
    return [...state.slice(0, this.head), ...messages.sort((a, b) => a - b)];
  }

  private messageNumber(message: Message): number {
    const key = `${message.to} ${message.from} ${message.event} ${message.isReply}`;
    const known = this.messageNumbers.get(key);
    if (known !== undefined) return known;
    this.messageNumbers.set(key, this.messages.length);
    return this.messages.push(message) - 1;
  }

  private get head(): number {
    return this.parties.length + budgetNames.length;
  }

  private budgetPlace(name: (typeof budgetNames)[number]): number {
    return this.parties.length + budgetNames.indexOf(name);
  }

  private partyIndex(name: string): number {
    const index = this.indexOf.get(name);
    if (index === undefined) throw new Error(`There is no party ${name}`);
    return index;
  }
}

function insertSorted(state: State, number: number, from: number): number[] {
  let place = state.length;
  while (place > from && (state[place - 1] ?? 0) > number) place -= 1;
  return state.toSpliced(place, 0, number);
}

/**
 * The data needed to make a machine's paths: the starts of walks, the events, and the actors' answers. The types are
 * exhaustive: a new event or actor does not compile until it has its fixtures.
 */
import type {
  AnyActorLogic,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  OutputFrom,
  SnapshotFrom,
  StateMachine,
} from 'xstate';

/** Variants of one event or answer by the words that tell them apart; '' where there is only one. */
export type Variants<T> = Readonly<Record<string, T>>;

/** An event without its type; one event may have several. */
type Said<E, T> = E extends { type: infer Types } ? (T extends Types ? Omit<E, 'type'> : never) : never;
type EventOf<M extends AnyStateMachine> = EventFromLogic<M>;
type Parts<M extends AnyStateMachine> =
  M extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer Actor,
    infer _Action,
    infer Guard,
    infer _Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Config
  >
    ? { actor: Actor; guard: Guard }
    : never;
type PromisedBy<M extends AnyStateMachine> = Parts<M>['actor'];

/** The names of the machine's guards. */
export type GuardOf<M extends AnyStateMachine> = Parts<M>['guard'] extends { type: infer Name extends string }
  ? Name
  : never;

/** The events that can be sent to the machine. */
export type EventFixtures<M extends AnyStateMachine> = {
  [T in EventOf<M>['type']]: Variants<Said<EventOf<M>, T>>;
};

/** The answers that each actor of the machine can give. */
export type AnswerFixtures<M extends AnyStateMachine> = {
  [A in PromisedBy<M>['src']]: Variants<
    OutputFrom<
      Extract<PromisedBy<M>, { src: A }> extends { logic: infer L extends AnyActorLogic } ? L : never
    >
  >;
};

/** A walk whose end is written by hand, because a generated expectation follows a wrong target. */
export interface Journey<M extends AnyStateMachine> {
  /** The behaviour it shows, as a sentence. */
  shows: string;
  start: string;
  /** The words of each event. */
  words: readonly string[];
  /** @throws where the end is not as it should be */
  ends: (end: SnapshotFrom<M>, seen: readonly SnapshotFrom<M>[]) => void;
}

export interface Subject<M extends AnyStateMachine> {
  name: string;
  machine: M;
  /** The machine's inputs by name; `now` is the walk's clock in milliseconds, which begins at 0. */
  starts: Readonly<Record<string, (now: () => number) => InputFrom<M>>>;
  events: EventFixtures<M>;
  answers: AnswerFixtures<M>;
  /** Returns a key of the values that matter besides the state's; snapshots with equal keys are one place of a walk. */
  stateKey: (snapshot: SnapshotFrom<M>, now: number) => unknown;
  /** Conditions that hold in all states of a walk; each returns false if it is broken. */
  invariants: Readonly<Record<string, (snapshot: SnapshotFrom<M>) => boolean>>;
  journeys?: readonly Journey<M>[];
}

/** A subject whose machine's types are checked, and then forgotten. */
export type AnySubject = Subject<AnyStateMachine>;

export const subject = <M extends AnyStateMachine>(one: Subject<M>): AnySubject =>
  // The rows were checked against the subject's machine; walking it needs only the general types.
  one;

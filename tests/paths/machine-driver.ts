/**
 * Walks a path on the machine alone: a real actor, a simulated clock, and promised actors that answer when the walk
 * says so.
 */
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import type { GraphEvent, Walk } from './graph.ts';
import { transitionName } from './statechart.ts';
import type { AnySubject } from './subject.ts';

/** A running machine that is sent events. */
export interface Running {
  /** @throws if the event answers a request that is not pending */
  happens: (graphEvent: GraphEvent) => Promise<AnyMachineSnapshot>;
  snapshot: () => AnyMachineSnapshot;
  /** The ids of the invocations that wait for an answer. */
  asked: () => string[];
  /** The names of the transitions that it has taken, each as often as it took it. */
  taken: readonly string[];
  stop: () => void;
}

/** The pending requests by the system of the asking actor. */
const waiting = new WeakMap<object, Map<string, (output: unknown) => void>>();

const asking = fromPromise<unknown, unknown>(
  ({ self, system, signal }) =>
    new Promise((resolve) => {
      const questions = waiting.get(system);
      questions?.set(self.id, resolve);
      signal.addEventListener('abort', () => {
        if (questions?.get(self.id) === resolve) questions.delete(self.id);
      });
    }),
);

/** Machines with all promise actors provided, cached because providing builds a new machine. */
const provided = new WeakMap<AnyStateMachine, AnyStateMachine>();

function providedOf(machine: AnyStateMachine): AnyStateMachine {
  const known = provided.get(machine);
  if (known) return known;
  const actors = Object.fromEntries(
    Object.keys(machine.implementations.actors).map((name) => [name, asking]),
  );
  const made = machine.provide({ actors } as never);
  provided.set(machine, made);
  return made;
}

/** @throws where the subject has no such start */
export function runMachine({ machine, starts }: AnySubject, start: string): Running {
  const begin = starts[start];
  if (!begin) throw new Error(`No walk starts at '${start}'`);
  const clock = new SimulatedClock();
  const questions = new Map<string, (output: unknown) => void>();
  const taken: string[] = [];
  const actor = createActor(providedOf(machine), {
    input: begin(() => clock.now()) as never,
    clock,
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions)
        if (transition.source) taken.push(transitionName(transition));
    },
  });
  waiting.set(actor.system, questions);
  actor.start();
  return {
    snapshot: () => actor.getSnapshot(),
    asked: () => [...questions.keys()],
    taken,
    stop: () => actor.stop(),
    async happens({ type, words, payload, answers, waits }) {
      if (waits !== undefined) clock.increment(waits);
      else if (answers) {
        const answer = questions.get(answers.id);
        if (!answer) throw new Error(`Nobody asks ${answers.words} when '${words}'`);
        questions.delete(answers.id);
        answer((payload as { output: unknown }).output);
        await settled();
      } else actor.send({ ...payload, type });
      return actor.getSnapshot();
    },
  };
}

/** The states of a walk after each of its steps, the beginning first, and the transitions that it took. */
export interface Walked {
  seen: AnyMachineSnapshot[];
  taken: readonly string[];
}

export async function walkOnMachine(subject: AnySubject, walk: Walk): Promise<Walked> {
  const running = runMachine(subject, walk.start);
  const seen = [running.snapshot()];
  try {
    for (const { graphEvent } of walk.steps) seen.push(await running.happens(graphEvent));
    return { seen, taken: running.taken };
  } finally {
    running.stop();
  }
}

// A promise's answer reaches its machine a few microtasks later; a macrotask is after all of them.
const settled = () => new Promise((resolve) => setImmediate(resolve));

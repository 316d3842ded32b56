/**
 * Walks a path on the machine alone: a real actor, a simulated clock, and actors that answer when the walk says so.
 */
import { createActor, fromPromise, type InputFrom, type OutputFrom, SimulatedClock } from 'xstate';
import { limits } from '../../domain/limits.ts';
import type { promisedActors } from '../../machines/wizard/setup.ts';
import { type WizardEvent, type WizardSnapshot, wizardMachine } from '../../machines/wizard.ts';
import type { ActorName } from './fixtures.ts';
import { type Happening, transitionName, type Walk } from './model.ts';

type Actors = typeof promisedActors;

/** Where a walk stands after each of its steps, and the names of the transitions that it took. */
export interface Walked {
  seen: WizardSnapshot[];
  taken: Set<string>;
}

export async function walkOnMachine(walk: Walk): Promise<Walked> {
  const clock = new SimulatedClock();
  const questions: { actor: ActorName; answer(output: unknown): void }[] = [];
  const asked = <A extends ActorName>(actor: A) =>
    fromPromise<OutputFrom<Actors[A]>, InputFrom<Actors[A]>>(
      ({ signal }) =>
        new Promise((resolve) => {
          const question = { actor, answer: (output: unknown) => resolve(output as OutputFrom<Actors[A]>) };
          questions.push(question);
          signal.addEventListener('abort', () => questions.splice(questions.indexOf(question), 1));
        }),
    );
  const taken = new Set<string>();
  const actor = createActor(
    wizardMachine.provide({
      actors: {
        checkEmail: asked('checkEmail'),
        createLoan: asked('createLoan'),
        readLoan: asked('readLoan'),
        findInstitution: asked('findInstitution'),
        saveStudents: asked('saveStudents'),
        loadEmiOptions: asked('loadEmiOptions'),
        saveApplication: asked('saveApplication'),
        askLender: asked('askLender'),
      },
    }),
    {
      input: walk.input,
      clock,
      inspect: (event) => {
        if (event.type !== '@xstate.microstep') return;
        for (const transition of event._transitions)
          if (transition.source) taken.add(transitionName(transition));
      },
    },
  );
  actor.start();
  const seen: WizardSnapshot[] = [];
  for (const { happening } of walk.steps) {
    await makeHappen(happening);
    seen.push(actor.getSnapshot());
  }
  if (walk.steps.length === 0) seen.push(actor.getSnapshot());
  actor.stop();
  return { seen, taken };

  async function makeHappen(happening: Happening) {
    if (happening.waits) clock.increment(limits.waitingMessageMs);
    else if (happening.actor) {
      const at = questions.findIndex((question) => question.actor === happening.actor);
      const question = questions.splice(at, 1)[0];
      if (at < 0 || !question) throw new Error(`Nobody asks ${happening.actor} in '${happening.words}'`);
      question.answer((happening as Happening & { output: unknown }).output);
      await settled();
    } else actor.send(happening as unknown as WizardEvent);
  }
}

// A promise's answer reaches its machine a few microtasks later; a macrotask is after all of them.
const settled = () => new Promise((resolve) => setImmediate(resolve));

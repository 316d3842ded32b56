/**
 * The paths of the production machine. `xstate/graph` is imported here only: it is where `@xstate/test` lives
 * since XState 5.20. `TestModel` takes the machine with its invocations and delays; what an actor answers and
 * when a delay ends are events of the walk like any other.
 */
import type { AnyTransitionDefinition, InputFrom } from 'xstate';
import { TestModel } from 'xstate/graph';
import { type WizardEvent, type WizardSnapshot, wizardMachine } from '../../machines/wizard.ts';
import { type ActorName, answers, events, starts } from './fixtures.ts';

/** One thing that happens in a walk, with the words it is told in. */
export interface Happening {
  type: string;
  words: string;
  /** The actor that answers, where one does. */
  actor?: ActorName;
  /** True where only time passes. */
  waits?: boolean;
}

export interface Walk {
  start: string;
  input: InputFrom<typeof wizardMachine>;
  steps: { happening: Happening; expected?: WizardSnapshot }[];
}

const waitingDelay = 'xstate.after.waitingMessage.wizard.flow.submission.askingLender.waiting';

const said: Happening[] = Object.entries(events).flatMap(([type, variants]) =>
  Object.entries(variants).map(([variant, payload]) => ({
    ...payload,
    type,
    words: variant ? `${type} ${variant}` : type,
  })),
);

// One actor may be invoked in two places under two ids; both give the same answers.
const invocations: { id: string; actor: ActorName }[] = [
  ...(Object.keys(answers) as ActorName[]).map((actor) => ({ id: actor, actor })),
  { id: 'loadEmiOptionsForModal', actor: 'loadEmiOptions' },
];

const answered: Happening[] = invocations.flatMap(({ id, actor }) =>
  Object.entries(answers[actor]).map(([variant, output]) => ({
    type: `xstate.done.actor.${id}`,
    actorId: id,
    output,
    actor,
    words: `${id} answers: ${variant}`,
  })),
);

export const everything: Happening[] = [
  ...said,
  ...answered,
  { type: waitingDelay, waits: true, words: 'two seconds pass' },
];

/** A walk told in words, with no expectation of its own: its end is written beside it by hand. */
export function journey(start: string, ...words: string[]): Walk {
  const input = starts[start];
  if (!input) throw new Error(`No walk starts at '${start}'`);
  const steps = words.map((word) => {
    const happening = everything.find((one) => one.words === word);
    if (!happening) throw new Error(`Nothing is called '${word}'`);
    return { happening };
  });
  return { start, input, steps };
}

/** What can still make a difference here; two snapshots alike in it are one place of the walk. */
export const essence = (snapshot: WizardSnapshot) => {
  const { value, context } = snapshot;
  const opening = snapshot.matches({ flow: 'opening' });
  const reading = snapshot.matches({ flow: 'status' });
  const waiting = snapshot.matches({ flow: { submission: 'askingLender' } });
  return JSON.stringify([
    value,
    context.loan?.status,
    context.loan?.queries.map(({ state }) => state),
    context.unanswered.length,
    context.loan?.el_details.students.length,
    context.options !== null,
    context.application !== null,
    opening && context.requested,
    reading && [context.result?.status, context.result?.status_code],
    waiting && context.waitingMessage,
  ]);
};

export const happens = (snapshot: WizardSnapshot, happening: Happening) =>
  wizardMachine.getTransitionData(snapshot, happening as unknown as WizardEvent).length > 0;

/** The machine's own model from a start, over the happenings that `canHappen` lets through. */
export const modelOf = (
  input: Walk['input'],
  canHappen: (snapshot: WizardSnapshot, happening: Happening) => boolean = happens,
  identity: (snapshot: WizardSnapshot) => string = essence,
) =>
  new TestModel(wizardMachine, {
    input,
    events: everything as never,
    filterEvents: (snapshot, event) => canHappen(snapshot, event as unknown as Happening),
    serializeState: identity,
  });

/**
 * Whatever can happen in every state of the machine, each at the end of a shortest walk; where a start leads to a
 * happening that an earlier start has shown already, it is not walked again.
 */
export function walks(): Walk[] {
  const shown = new Set<string>();
  return Object.entries(starts).flatMap(([start, input]) => {
    const model = modelOf(input);
    const places = model.getAdjacencyMap();
    const walked: Walk[] = [];
    for (const path of model.getShortestPaths({ allowDuplicatePaths: true })) {
      const steps = path.steps.slice(1).map(asStep);
      const nexts = places[essence(path.state) as keyof typeof places]?.transitions ?? {};
      for (const { event, state } of valuesOf(nexts)) {
        const step = asStep({ event, state });
        const name = JSON.stringify([path.state.value, step.happening.words, state.value]);
        if (shown.has(name)) continue;
        shown.add(name);
        walked.push({ start, input, steps: [...steps, step] });
      }
    }
    return walked.length > 0 ? walked : [{ start, input, steps: [] }];
  });
}

// The graph's maps have branded keys, of which Object.values makes unknowns.
const valuesOf = <V>(map: { [key: string]: V }): V[] => Object.values(map);

export const asStep = ({ event, state }: { event: object; state: WizardSnapshot }) => ({
  happening: event as Happening,
  expected: state,
});

/** A transition's name: where it leaves from, what causes it, and where it leads. */
export const transitionName = (transition: AnyTransitionDefinition): string => {
  const { source, eventType, target } = transition;
  const siblings = eventType ? (source.transitions.get(eventType) ?? []) : (source.always ?? []);
  const place = siblings.length > 1 ? ` [${siblings.indexOf(transition) + 1}/${siblings.length}]` : '';
  return `${source.id} — ${eventType || 'at once'}${place} → ${target?.map((node) => node.id).join(', ') ?? 'stays'}`;
};

/** Every transition that the machine has. */
export function transitions(): AnyTransitionDefinition[] {
  const nodes = [wizardMachine.root];
  const found: AnyTransitionDefinition[] = [];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    found.push(...[...node.transitions.values()].flat(), ...(node.always ?? []));
    nodes.push(...Object.values(node.states));
  }
  return found;
}

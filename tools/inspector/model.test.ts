import {
  and,
  assign,
  createActor,
  createMachine,
  fromPromise,
  type InspectionEvent,
  not,
  setup,
} from 'xstate';
import { describe, expect, it } from 'vitest';
import { emptyModel, kindsIn, logLength, possibleEvents, reduceInspection } from './model.ts';

/** A door with a lamp beside it: every kind of thing that the panel must be able to say. */
const exampleMachine = setup({
  types: {
    context: {} as { visits: number; isLocked: boolean },
    events: {} as
      | { type: 'pushed' }
      | { type: 'key.turned'; isRight: boolean }
      | { type: 'asked' }
      | { type: 'rung' }
      | { type: 'xstate.route'; to: string },
    tags: {} as 'busy',
  },
  actors: { measure: fromPromise(() => new Promise<number>(() => {})) },
  guards: {
    isUnlocked: ({ context }) => !context.isLocked,
    isCalm: ({ context }) => context.visits < 100,
    keyFits: (_, params: { isRight: boolean }) => params.isRight,
  },
  delays: { pause: 1000 },
}).createMachine({
  id: 'door',
  type: 'parallel',
  context: { visits: 0, isLocked: true },
  states: {
    leaf: {
      initial: 'arriving',
      on: {
        asked: { actions: assign({ visits: ({ context }) => context.visits + 1 }) },
        rung: { actions: () => undefined },
      },
      states: {
        arriving: { always: { guard: 'isCalm', target: 'shut' } },
        shut: {
          on: {
            pushed: { guard: and(['isUnlocked', not(({ context }) => context.visits > 2)]), target: 'open' },
            'key.turned': [
              {
                guard: { type: 'keyFits', params: ({ event }) => ({ isRight: event.isRight }) },
                actions: assign({ isLocked: false }),
              },
              { target: 'jammed' },
            ],
          },
        },
        open: {
          tags: 'busy',
          on: { asked: {} },
          invoke: { src: 'measure', onDone: 'shut' },
          after: { pause: 'shut' },
        },
        jammed: { id: 'jammed', route: { guard: 'isUnlocked' } },
      },
    },
    lamp: { initial: 'off', states: { off: { on: { pushed: 'on' } }, on: {} } },
  },
});

function inspectedActor() {
  let model = emptyModel;
  let now = 0;
  const inspect = (event: InspectionEvent) => {
    now += 1;
    model = reduceInspection(model, event, now);
  };
  const actor = createActor(exampleMachine, { inspect });
  const names = () => model.machines.map(({ name }) => name);
  return { actor, inspect, names, log: () => model.log };
}

function startedActor() {
  const all = inspectedActor();
  all.actor.start();
  return all;
}

describe('the log', () => {
  it('is empty before the machine is started', () => {
    expect(inspectedActor().log()).toEqual([]);
  });

  it('begins with the first states', () => {
    expect(startedActor().log()).toMatchObject([
      { machine: 'door', event: 'init', isTaken: true, entered: ['leaf.shut', 'lamp.off'] },
    ]);
  });

  it('has the states that an event led to, and the keys of the context that it changed', () => {
    const { actor, log } = startedActor();
    actor.send({ type: 'key.turned', isRight: true });
    expect(log()[0]).toMatchObject({ event: 'key.turned', entered: [], changedKeys: ['isLocked'] });
    actor.send({ type: 'pushed' });
    expect(log()[0]).toMatchObject({ entered: ['leaf.open', 'lamp.on'], changedKeys: [] });
  });

  it('marks what a guard refused or no state took, but not what only ran actions', () => {
    const { actor, log } = startedActor();
    actor.send({ type: 'xstate.route', to: '#jammed' });
    expect(log()[0]).toMatchObject({ event: 'route #jammed', isTaken: false });
    actor.send({ type: 'rung' });
    expect(log()[0]).toMatchObject({ event: 'rung', isTaken: true, entered: [], changedKeys: [] });
    actor.send({ type: 'key.turned', isRight: true });
    actor.send({ type: 'pushed' });
    actor.send({ type: 'asked' });
    expect(log()[0]).toMatchObject({ event: 'asked', isTaken: false });
  });

  it('keeps the newest entries', () => {
    const { actor, log } = startedActor();
    for (let times = 0; times < logLength; times += 1) {
      actor.send({ type: 'asked' });
      actor.send({ type: 'xstate.route', to: '#jammed' });
    }
    expect(log()).toHaveLength(logLength);
    expect(log()[0]).toMatchObject({ event: 'route #jammed' });
  });

  it('counts an event that is repeated', () => {
    const { actor, log } = startedActor();
    for (let times = 0; times < 3; times += 1) actor.send({ type: 'asked' });
    expect(log().map(({ event, count, at }) => [event, count, at > 0])).toEqual([
      ['asked', 3, true],
      ['init', 1, true],
    ]);
  });
});

describe('the list of machines', () => {
  it('has a machine from its start until it is stopped', () => {
    const { actor, inspect, names } = inspectedActor();
    expect(names()).toEqual([]);
    actor.start();
    expect(names()).toEqual(['door']);
    actor.stop();
    expect(names()).toEqual([]);
    createActor(exampleMachine, { inspect }).start();
    expect(names()).toEqual(['door']);
  });

  it('keeps a finished one until another takes its name', () => {
    const { inspect, names } = inspectedActor();
    const errandMachine = createMachine({
      id: 'errand',
      initial: 'over',
      states: { over: { type: 'final' } },
    });
    createActor(errandMachine, { inspect }).start();
    expect(names()).toEqual(['errand']);
    createActor(errandMachine, { inspect }).start();
    expect(names()).toEqual(['errand']);
  });

  it('two that run at once have names of their own', () => {
    const { inspect, names } = startedActor();
    const second = createActor(exampleMachine, { inspect }).start();
    createActor(exampleMachine, { inspect, id: 'back door' }).start();
    expect(names()).toEqual(['door', `door ${second.sessionId}`, 'back door']);
    createActor(exampleMachine, {
      inspect,
      id: 'draft.d649f925-cb04-460d-b26b-67f4a96b1f20.students',
    }).start();
    expect(names().at(-1)).toBe('draft.students');
  });
});

describe('the possible events', () => {
  it('are those that the machine would take, and those that depend on what they carry', () => {
    const { actor } = startedActor();
    expect(possibleEvents(actor.getSnapshot())).toEqual(['asked', 'rung', 'pushed', 'key.turned ?']);
    actor.send({ type: 'key.turned', isRight: true });
    expect(possibleEvents(actor.getSnapshot())).toContain('route #jammed');
  });

  it('include the answers and timers that the machine waits for, but not what an inner state keeps from an outer one', () => {
    const { actor } = startedActor();
    actor.send({ type: 'key.turned', isRight: true });
    actor.send({ type: 'pushed' });
    const events = possibleEvents(actor.getSnapshot());
    expect(events).toEqual(
      expect.arrayContaining(['done.actor.0.door.leaf.open', 'after.pause.door.leaf.open']),
    );
    expect(events).not.toContain('asked');
  });

  it('are none once the machine has stopped', () => {
    const { actor } = startedActor();
    actor.stop();
    expect(possibleEvents(actor.getSnapshot())).toEqual([]);
  });
});

it('of the values of a context only their kinds are shown', () => {
  const context = { loan: null, pan: 'ABCDE1234F', mobile: 9876543210, drafts: [1, 2], person: { pan: 'A' } };
  expect(kindsIn(context)).toEqual([
    'loan: null',
    'pan: string',
    'mobile: number',
    'drafts: list of 2',
    'person: object',
  ]);
});

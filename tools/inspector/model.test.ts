import { and, assign, createActor, fromPromise, type InspectionEvent, not, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { kept, nothingSeen, seen } from './model.ts';
import { possibilities } from './possible.ts';
import { activeStates } from './states.ts';

/** A door with a lamp beside it: every kind of thing that the panel must be able to say. */
const doorMachine = setup({
  types: {
    context: {} as { visits: number; isLocked: boolean },
    events: {} as
      | { type: 'pushed' }
      | { type: 'key.turned'; isRight: boolean }
      | { type: 'asked' }
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
      on: { asked: { actions: assign({ visits: ({ context }) => context.visits + 1 }) } },
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

function watchedDoor() {
  let model = nothingSeen;
  let now = 0;
  const inspect = (event: InspectionEvent) => {
    now += 1;
    model = seen(model, event, now);
  };
  const door = createActor(doorMachine, { inspect });
  return { door, inspect, model: () => model, watched: () => model.watched[0] };
}

function started() {
  const all = watchedDoor();
  all.door.start();
  return all;
}

describe('what happened', () => {
  it('is nothing before the machine is started', () => {
    expect(watchedDoor().watched()?.snapshot).toBeNull();
  });

  it('begins with the first state and what led there', () => {
    expect(started().watched()).toMatchObject({
      name: 'door',
      status: 'active',
      path: [],
      happenings: [
        {
          label: 'start',
          taken: true,
          guards: ['isCalm'],
          changes: [{ at: '', from: null, to: 'leaf.shut, lamp.off' }],
        },
      ],
    });
  });

  it('says from where to where each region went, what let it through, and what is remembered anew', () => {
    const { door, watched } = started();
    door.send({ type: 'key.turned', isRight: true });
    expect(watched()?.happenings[0]).toMatchObject({
      label: 'key.turned',
      guards: ['keyFits'],
      changes: [],
      context: ['isLocked'],
    });
    door.send({ type: 'pushed' });
    expect(watched()?.happenings[0]).toMatchObject({
      guards: ['isUnlocked and not context.visits > 2'],
      refusedBy: [],
      changes: [
        { at: 'leaf', from: 'shut', to: 'open' },
        { at: 'lamp', from: 'off', to: 'on' },
      ],
    });
    expect(watched()?.path).toEqual(['key.turned', 'pushed']);
  });

  it('names the guards of what was refused, and leaves it out of the path', () => {
    const { door, watched } = started();
    door.send({ type: 'xstate.route', to: '#jammed' });
    expect(watched()?.happenings[0]).toMatchObject({
      label: 'route #jammed',
      taken: false,
      refusedBy: ['isUnlocked'],
    });
    expect(watched()?.path).toEqual([]);
  });

  it('marks the states that were entered last', () => {
    const { door, watched } = started();
    const [start] = watched()?.happenings ?? [];
    door.send({ type: 'pushed' });
    const [push] = watched()?.happenings ?? [];
    expect([...(watched()?.entered ?? [])]).toEqual([
      ['leaf', start?.id],
      ['leaf.shut', start?.id],
      ['lamp', start?.id],
      ['lamp.on', push?.id],
    ]);
  });

  it('keeps the last ones, and the path as a whole', () => {
    const { door, watched } = started();
    for (let times = 0; times < kept; times += 1) {
      door.send({ type: 'asked' });
      door.send({ type: 'xstate.route', to: '#jammed' });
    }
    expect(watched()?.happenings).toHaveLength(kept);
    expect(watched()?.path).toHaveLength(kept);
  });

  it('counts what happens again and again', () => {
    const { door, watched } = started();
    for (let times = 0; times < 3; times += 1) door.send({ type: 'asked' });
    expect(watched()?.happenings.map(({ label, times }) => [label, times])).toEqual([
      ['asked', 3],
      ['start', 1],
    ]);
    expect(watched()?.path).toHaveLength(3);
  });
});

describe('the machines', () => {
  it('a machine that is started anew takes the place of the one that has ended', () => {
    const { door, inspect, model } = started();
    door.stop();
    expect(model().watched.map(({ status }) => status)).toEqual(['stopped']);
    createActor(doorMachine, { inspect }).start();
    expect(model().watched.map(({ status }) => status)).toEqual(['active']);
  });

  it('one that was made and never started leaves its name to another', () => {
    const { door, inspect, model } = watchedDoor();
    createActor(doorMachine, { inspect }).start();
    door.start();
    expect(model().watched.map(({ name }) => name)).toEqual(['door', 'door 2']);
  });

  it('two that run at once have names of their own', () => {
    const { inspect, model } = started();
    createActor(doorMachine, { inspect }).start();
    createActor(doorMachine, { inspect, id: 'back door' }).start();
    expect(model().watched.map(({ name }) => name)).toEqual(['door', 'door 2', 'back door']);
  });
});

describe('what can happen now', () => {
  it('asks the guards that need nothing but the context', () => {
    const { door } = started();
    const now = () => possibilities(door.getSnapshot()).find(({ type }) => type === 'pushed');
    const onlyLamp = {
      can: true,
      choices: [{ guard: expect.any(String), verdict: 'refused' }, { to: 'on' }],
    };
    expect(now()).toMatchObject(onlyLamp);
    door.send({ type: 'key.turned', isRight: true });
    expect(now()?.choices).toEqual([
      { to: 'open', guard: 'isUnlocked and not context.visits > 2', verdict: 'open' },
      { to: 'on', guard: null, verdict: 'open' },
    ]);
  });

  it('leaves open what depends on the event, and what is refused', () => {
    const { door } = started();
    const all = possibilities(door.getSnapshot());
    expect(all.find(({ type }) => type === 'key.turned')).toMatchObject({
      can: true,
      choices: [
        { to: null, guard: 'keyFits', verdict: 'depends' },
        { to: 'jammed', guard: null, verdict: 'open' },
      ],
    });
    expect(all.find(({ type }) => type === 'xstate.route')).toMatchObject({
      can: false,
      choices: [{ to: 'leaf.jammed', guard: 'isUnlocked', verdict: 'refused' }],
    });
  });

  it('knows what the machine does itself, and what an inner state keeps from an outer one', () => {
    const { door } = started();
    door.send({ type: 'key.turned', isRight: true });
    door.send({ type: 'pushed' });
    const all = possibilities(door.getSnapshot());
    expect(all.filter(({ internal }) => internal).map(({ label }) => label)).toEqual([
      'done measure',
      'after pause',
    ]);
    expect(all.find(({ type }) => type === 'asked')).toMatchObject({ can: false, choices: [] });
  });
});

it('the active states stand below their parents, in the order of the source', () => {
  const { door } = started();
  door.send({ type: 'key.turned', isRight: true });
  door.send({ type: 'pushed' });
  expect(
    activeStates(door.getSnapshot()).map(({ depth, name, tags }) => [depth, name, ...tags].join(' ')),
  ).toEqual(['0 leaf', '1 open busy', '0 lamp', '1 on']);
});

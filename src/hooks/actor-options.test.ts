import { afterEach, expect, it, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { logTransition } from './actor-options.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const gateMachine = setup({}).createMachine({
  id: 'gate',
  context: { secret: 'swordfish' },
  initial: 'shut',
  states: { shut: { on: { pushed: 'open' } }, open: {} },
});

it('the log has the state and the event type of a transition and no data', () => {
  const log = vi.spyOn(console, 'debug').mockReturnValue();
  createActor(gateMachine, { inspect: logTransition }).start().send({ type: 'pushed', code: 'hush' });
  expect(log.mock.calls).toEqual([
    ['gate', 'xstate.init', 'shut'],
    ['gate', 'pushed', 'open'],
  ]);
});

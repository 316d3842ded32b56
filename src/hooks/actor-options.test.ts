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

it('logs where a machine went and why, and nothing that it or an event holds', () => {
  const log = vi.spyOn(console, 'debug').mockReturnValue();
  createActor(gateMachine, { inspect: logTransition }).start().send({ type: 'pushed', code: 'hush' });
  expect(log.mock.calls).toEqual([
    ['gate', 'xstate.init', 'shut'],
    ['gate', 'pushed', 'open'],
  ]);
});

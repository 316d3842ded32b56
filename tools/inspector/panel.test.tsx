import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import { emptyModel, reduceInspection } from './model.ts';
import { Panel } from './panel.tsx';

const gateMachine = setup({
  guards: { isUnlocked: () => false },
  actors: { measure: fromPromise(() => new Promise<number>(() => {})) },
}).createMachine({
  id: 'gate',
  context: { secret: 'swordfish' },
  initial: 'shut',
  states: {
    shut: {
      invoke: { src: 'measure' },
      on: { pushed: { guard: 'isUnlocked', target: 'open' }, knocked: {} },
    },
    open: { initial: 'wide', states: { wide: {} } },
  },
});

function render(): string {
  let model = emptyModel;
  const inspect = (event: Parameters<typeof reduceInspection>[1]) => {
    model = reduceInspection(model, event, 0);
  };
  const gate = createActor(gateMachine, { inspect }).start();
  gate.send({ type: 'pushed', code: 'hush' });
  gate.stop();
  createActor(gateMachine, { inspect }).start();
  return renderToStaticMarkup(<Panel model={model} isExpanded />);
}

const text = render()
  .replace(/<[^>]+>/g, ' ')
  .replace(/\s+/g, ' ');

it('says where the first machine is on its bar, which one is shown, and what runs in it', () => {
  expect(text).toMatch(/^ Machines gate shut gate State \(active\) shut open Running actors measure /);
});

it('marks the current states among those beside them', () => {
  expect(render()).toContain(
    '<li aria-current="true"><code>shut</code></li><li aria-current="false"><code>open</code></li>',
  );
});

it('lists events with the state they led to, or that nothing took them', () => {
  expect(text).toMatch(/Newest events [\d:]+ gate init → shut [\d:]+ gate stop [\d:]+ gate pushed not taken/);
});

it('shows no value of the context, and nothing that an event carries', () => {
  expect(text).toContain('Context secret: string');
  expect(render()).not.toMatch(/swordfish|hush/);
});

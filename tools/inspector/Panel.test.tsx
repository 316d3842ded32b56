import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { Panel } from './Panel.tsx';
import { openStore } from './store.ts';

const gateMachine = setup({ guards: { isUnlocked: () => false } }).createMachine({
  id: 'gate',
  context: { secret: 'swordfish' },
  initial: 'shut',
  states: { shut: { on: { pushed: { guard: 'isUnlocked', target: 'open' } } }, open: {} },
});

function panel(folded: boolean): string {
  const store = openStore(Date.now);
  createActor(gateMachine, { inspect: store.hear }).start().send({ type: 'pushed' });
  const html = renderToStaticMarkup(<Panel store={store} folded={folded} onFold={() => {}} />);
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

it('shows the states, what is refused by which guard, and what happened; the context is folded', () => {
  const text = panel(false);
  expect(text).toContain('State shut');
  expect(text).toContain('Can happen now pushed ✗ isUnlocked → open');
  expect(text).toMatch(/Happened Copy path pushed [\d:]+ not taken ✗ isUnlocked start/);
  expect(text).not.toContain('swordfish');
});

it('as a bar, says where the first machine is', () => {
  expect(panel(true).trim()).toBe('gate shut');
});

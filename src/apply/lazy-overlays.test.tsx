import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { expect, it } from 'vitest';
import { lazyOverlays } from './lazy-overlays.ts';

it('renders at once, without a fallback, what comes in a chunk of which a component has been shown', async () => {
  const lazyFromChunk = lazyOverlays(
    () => Promise.resolve({ Shown: () => 'the shown one', Later: () => 'the later one' }),
    [],
  );
  const Shown = lazyFromChunk((all) => all.Shown);
  const Later = lazyFromChunk((all) => all.Later);

  const { prelude } = await prerender(<Shown />);

  expect(await new Response(prelude).text()).toBe('the shown one');
  expect(
    renderToString(
      <Suspense fallback="not yet">
        <Later />
      </Suspense>,
    ),
  ).toContain('the later one');
});

import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { Outcome } from '../../domain/outcome.ts';
import type { QueuePage, QueueSearch } from '../../domain/review-wire.ts';
import { pageLength, pagesOf, type QueueEvent, queueMachine } from './queue.ts';

const counts = { to_review: 0, answered: 0, sent_back: 0, with_lender: 0, approved: 0, rejected: 0 };
const page = (total: number): QueuePage => ({ items: [], total, counts, institutions: [], partners: [] });

describe('the queue', () => {
  it('is searched when it is opened', async () => {
    const { queue, searches } = opened(3);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    expect(searches).toEqual([{ stage: 'to_review', page: 1, page_length: pageLength }]);
    expect(queue.getSnapshot().context.results?.total).toBe(3);
  });

  it('waits for a pause in typing, and begins at its first page', async () => {
    const { queue, searches, clock } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 3 });
    await shown(queue);
    queue.send({ type: 'text.typed', text: ' Mee' });
    clock.increment(200);
    queue.send({ type: 'text.typed', text: ' Meena' });
    clock.increment(200);
    expect(searches).toHaveLength(2);
    clock.increment(100);
    await shown(queue);
    expect(searches.at(-1)).toEqual({ stage: 'to_review', text: 'Meena', page: 1, page_length: pageLength });
  });

  it('begins at its first page with another filter, and does nothing for the same', async () => {
    const { queue, searches } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 2 });
    await shown(queue);
    queue.send({ type: 'filters.chosen', filters: { stage: 'to_review' } });
    expect(queue.getSnapshot().value).toBe('loaded');
    queue.send({ type: 'filters.chosen', filters: { stage: 'answered' } });
    await shown(queue);
    expect(searches.at(-1)).toEqual({ stage: 'answered', page: 1, page_length: pageLength });
  });

  it('is as it was for who comes back, while it is searched anew', async () => {
    const { queue, searches } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 2 });
    await shown(queue);
    queue.send({ type: 'queue.closed' });
    queue.send({ type: 'filters.chosen', filters: { stage: 'to_review' } });
    queue.send({ type: 'queue.opened' });
    expect(queue.getSnapshot()).toMatchObject({
      value: 'refreshing',
      context: { page: 2, results: { total: 99 } },
    });
    await shown(queue);
    expect(searches).toHaveLength(3);
  });

  it('is searched from its first page for who comes back with another filter', async () => {
    const { queue, searches } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 2 });
    await shown(queue);
    queue.send({ type: 'queue.closed' });
    queue.send({ type: 'filters.chosen', filters: { stage: 'answered' } });
    expect(queue.getSnapshot()).toMatchObject({ value: 'hidden', context: { page: 1 } });
    queue.send({ type: 'queue.opened' });
    expect(queue.getSnapshot()).toMatchObject({ value: 'searching', context: { results: null } });
    await shown(queue);
    expect(searches.at(-1)).toMatchObject({ stage: 'answered', page: 1 });
  });

  it.each<[string, QueueEvent]>([
    ['filter', { type: 'filters.chosen', filters: { stage: 'answered' } }],
    ['text', { type: 'text.typed', text: 'Meena' }],
    ['page', { type: 'page.chosen', page: 2 }],
  ])('is not what it was before for who comes back to another %s that was not answered', async (_, event) => {
    const { queue, answers } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    answers.push({ kind: 'unreachable' }, { kind: 'unreachable' });
    queue.send(event);
    queue.send({ type: 'queue.closed' });
    queue.send({ type: 'queue.opened' });
    expect(queue.getSnapshot()).toMatchObject({ value: 'searching', context: { results: null } });
    await waitFor(queue, (now) => now.matches('failed'));
  });

  it('is tried again by who comes back after a failure', async () => {
    const { queue, answers } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    answers.push({ kind: 'unreachable' }, { kind: 'unreachable' });
    queue.send({ type: 'page.chosen', page: 9 });
    await waitFor(queue, (now) => now.matches('failed'));
    queue.send({ type: 'queue.closed' });
    queue.send({ type: 'queue.opened' });
    await waitFor(queue, (now) => now.matches('failed'));
    queue.send({ type: 'retry.requested' });
    await shown(queue);
    expect(queue.getSnapshot().context).toMatchObject({ page: 4, resultsSearch: { page: 4 } });
  });

  it('begins no search while nobody looks', () => {
    const { queue, searches, clock } = opened(99);
    queue.send({ type: 'text.typed', text: 'Meena' });
    queue.send({ type: 'page.chosen', page: 2 });
    clock.increment(1000);
    expect([queue.getSnapshot().value, searches]).toEqual(['hidden', []]);
    queue.send({ type: 'queue.opened' });
    expect(searches).toMatchObject([{ text: 'Meena', page: 2 }]);
  });

  it('looks again by itself, and keeps what it has where no answer comes', async () => {
    const { queue, clock, answers } = opened(7);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    answers.push({ kind: 'unreachable' });
    clock.increment(30_000);
    expect(queue.getSnapshot().value).toBe('refreshing');
    await shown(queue);
    expect(queue.getSnapshot().context.results?.total).toBe(7);
  });

  it('goes to the last page where the one that was wanted has gone', async () => {
    const { queue, searches } = opened(pageLength + 1);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 9 });
    await shown(queue);
    expect(searches.map((search) => search.page)).toEqual([1, 9, 2]);
  });

  it('says where it could not be had, and is tried again', async () => {
    const { queue, answers } = opened(1);
    answers.push({ kind: 'unreachable' });
    queue.send({ type: 'queue.opened' });
    await waitFor(queue, (now) => now.matches('failed'));
    queue.send({ type: 'retry.requested' });
    await shown(queue);
  });
});

it('a queue has one page at least', () => {
  expect([0, 1, pageLength, pageLength + 1].map(pagesOf)).toEqual([1, 1, 1, 2]);
});

function opened(total: number) {
  const searches: QueueSearch[] = [];
  const answers: Outcome<QueuePage>[] = [];
  const clock = new SimulatedClock();
  const queue = createActor(
    queueMachine.provide({
      actors: {
        search: fromPromise(async ({ input }) => {
          searches.push(input);
          return answers.shift() ?? { kind: 'ok' as const, value: page(total) };
        }),
      },
    }),
    { input: { filters: { stage: 'to_review' } }, clock },
  ).start();
  return { queue, searches, answers, clock };
}

const shown = (queue: ReturnType<typeof opened>['queue']) => waitFor(queue, (now) => now.matches('loaded'));

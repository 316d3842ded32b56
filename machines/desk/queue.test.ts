import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { QueueItem, QueuePage, QueueSearch } from '../../domain/values/wire.ts';
import { pageLength, pageCount, type QueueEvent, queueMachine } from './queue.ts';

const counts = { to_review: 0, answered: 0, sent_back: 0, with_lender: 0, approved: 0, rejected: 0 };
const item: QueueItem = {
  ...{ loan_id: 'L', name: 'Meena', students: ['Kavin'], institution_name: null, partner: 'Demo' },
  ...{ status: 'submitted', stage: 'to_review', test: false, order_value: null, submitted_at: null },
  ...{ open_queries: 0, answered_queries: 0, viewers: [] },
};
/** Returns a page of `total` applications, `pageLength` a page; each cursor is the number of the ones before it. */
const page = (total: number, { after = '0' }: Partial<QueueSearch> = {}): QueuePage => {
  const end = Number(after) + pageLength;
  const items = Array.from({ length: Math.max(0, Math.min(total, end) - Number(after)) }, () => item);
  return {
    ...{
      items,
      total,
      counts,
      institutions: [],
      partners: [],
    },
    next: end < total ? String(end) : null,
  };
};

describe('the queue', () => {
  it('is read when it is opened', async () => {
    const { queue, searches } = opened(3);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    expect(searches).toEqual([{ stage: 'to_review', page_length: pageLength }]);
    expect(queue.getSnapshot().context.results?.total).toBe(3);
  });

  it('is searched after a pause in typing, from its first page', async () => {
    const { queue, searches, clock } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 2 });
    await shown(queue);
    queue.send({ type: 'text.typed', text: ' Mee' });
    clock.increment(200);
    queue.send({ type: 'text.typed', text: ' Meena' });
    clock.increment(200);
    expect(searches).toHaveLength(2);
    clock.increment(100);
    await shown(queue);
    expect(searches.at(-1)).toEqual({ stage: 'to_review', text: 'Meena', page_length: pageLength });
  });

  it('starts at its first page with another filter, and does nothing for the same filter', async () => {
    const { queue, searches } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    queue.send({ type: 'page.chosen', page: 2 });
    await shown(queue);
    queue.send({ type: 'filters.chosen', filters: { stage: 'to_review' } });
    expect(queue.getSnapshot().value).toBe('loaded');
    queue.send({ type: 'filters.chosen', filters: { stage: 'answered' } });
    await shown(queue);
    expect(searches.at(-1)).toEqual({ stage: 'answered', page_length: pageLength });
  });

  it('shows the last results on return while it is read again', async () => {
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

  it('starts at its first page on return with another filter', async () => {
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
    expect(searches.at(-1)).toEqual({ stage: 'answered', page_length: pageLength });
  });

  it.each<[string, QueueEvent]>([
    ['filter', { type: 'filters.chosen', filters: { stage: 'answered' } }],
    ['text', { type: 'text.typed', text: 'Meena' }],
    ['page', { type: 'page.chosen', page: 2 }],
  ])('shows no earlier results on return after another %s got no answer', async (_, event) => {
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

  it('can be retried on return after a failure', async () => {
    const { queue, answers } = opened(99);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    answers.push({ kind: 'unreachable' }, { kind: 'unreachable' });
    queue.send({ type: 'page.chosen', page: 2 });
    await waitFor(queue, (now) => now.matches('failed'));
    queue.send({ type: 'queue.closed' });
    queue.send({ type: 'queue.opened' });
    await waitFor(queue, (now) => now.matches('failed'));
    queue.send({ type: 'retry.requested' });
    await shown(queue);
    expect(queue.getSnapshot().context).toMatchObject({ page: 2, resultsSearch: { after: '25' } });
  });

  it('is not searched while it is hidden', () => {
    const { queue, searches, clock } = opened(99);
    queue.send({ type: 'text.typed', text: 'Meena' });
    clock.increment(1000);
    expect([queue.getSnapshot().value, searches]).toEqual(['hidden', []]);
    queue.send({ type: 'queue.opened' });
    expect(searches).toMatchObject([{ text: 'Meena' }]);
  });

  it('goes to the next page only where the cursor is known, and back to the first', async () => {
    const { queue, searches } = opened(60);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    for (const page of [2, 3, 1, 3, 9, 0]) {
      queue.send({ type: 'page.chosen', page });
      await shown(queue);
    }
    expect(searches.map(({ after }) => after)).toEqual([undefined, '25', '50', undefined]);
    expect(queue.getSnapshot().context).toMatchObject({ page: 1, resultsPage: 1, cursors: ['25'] });
  });

  it('refreshes by itself and keeps its results where no answer comes', async () => {
    const { queue, clock, answers } = opened(7);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    answers.push({ kind: 'unreachable' });
    clock.increment(30_000);
    expect(queue.getSnapshot().value).toBe('refreshing');
    await shown(queue);
    expect(queue.getSnapshot().context.results?.total).toBe(7);
  });

  it('goes back one page where the chosen page is empty', async () => {
    const { queue, searches, answers } = opened(pageLength + 1);
    queue.send({ type: 'queue.opened' });
    await shown(queue);
    answers.push({ kind: 'ok', value: page(pageLength, { after: '25' }) });
    queue.send({ type: 'page.chosen', page: 2 });
    await shown(queue);
    expect(searches.map(({ after }) => after)).toEqual([undefined, '25', undefined]);
    expect(queue.getSnapshot().context.page).toBe(1);
  });

  it('fails without an answer and can be retried', async () => {
    const { queue, answers } = opened(1);
    answers.push({ kind: 'unreachable' });
    queue.send({ type: 'queue.opened' });
    await waitFor(queue, (now) => now.matches('failed'));
    queue.send({ type: 'retry.requested' });
    await shown(queue);
  });
});

it('a queue has at least one page', () => {
  expect([0, 1, pageLength, pageLength + 1].map(pageCount)).toEqual([1, 1, 1, 2]);
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
          return answers.shift() ?? { kind: 'ok' as const, value: page(total, input) };
        }),
      },
    }),
    { input: { filters: { stage: 'to_review' } }, clock },
  ).start();
  return { queue, searches, answers, clock };
}

const shown = (queue: ReturnType<typeof opened>['queue']) => waitFor(queue, (now) => now.matches('loaded'));

import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import type { Course } from '../domain/wire.ts';
import { coursesMachine } from './courses.ts';

const outcomes = (title: string): Outcome<Course[]> => ({ kind: 'decided', value: [{ id: 1, title }] });

function courseList(institutionId: number | null) {
  const asked: { id: number; answer: (outcome: Outcome<Course[]>) => void }[] = [];
  const actor = createActor(
    coursesMachine.provide({
      actors: {
        list: fromPromise<Outcome<Course[]>, { institutionId: number }>(
          ({ input }) =>
            new Promise((answer) => {
              asked.push({ id: input.institutionId, answer });
            }),
        ),
      },
    }),
    { input: { institutionId } },
  ).start();
  return {
    actor,
    asked,
    answer: async (index: number, outcome: Outcome<Course[]>) => {
      asked[index]?.answer(outcome);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe('the list of courses', () => {
  it('waits for an institution', () => {
    const { actor, asked } = courseList(null);
    expect(actor.getSnapshot().value).toBe('idle');
    expect(asked).toEqual([]);
  });

  it('is read for the institution it starts with, and not again when that is chosen once more', async () => {
    const { actor, asked, answer } = courseList(7);
    await answer(0, outcomes('Class 1'));
    actor.send({ type: 'institution.chosen', id: 7 });
    expect(actor.getSnapshot().value).toBe('listed');
    expect(actor.getSnapshot().context.courses).toEqual([{ id: 1, title: 'Class 1' }]);
    expect(asked).toHaveLength(1);
  });

  it('is read anew for another institution, whatever the first one still answers', async () => {
    const { actor, asked, answer } = courseList(7);
    actor.send({ type: 'institution.chosen', id: 8 });
    await answer(0, outcomes('Of seven'));
    expect(actor.getSnapshot().hasTag('loading')).toBe(true);
    await answer(1, outcomes('Of eight'));
    expect(asked.map(({ id }) => id)).toEqual([7, 8]);
    expect(actor.getSnapshot().context.courses).toEqual([{ id: 1, title: 'Of eight' }]);
  });

  it('can be asked for again after a failure', async () => {
    const { actor, answer } = courseList(7);
    await answer(0, { kind: 'unreachable' });
    expect(actor.getSnapshot().value).toBe('failed');
    actor.send({ type: 'retry.requested' });
    await answer(1, outcomes('Class 1'));
    expect(actor.getSnapshot().value).toBe('listed');
  });
});

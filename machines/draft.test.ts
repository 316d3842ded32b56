import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { Outcome } from '../domain/outcome.ts';
import { type DraftBody, type DraftRecord, draftMachine, type ServerDraft } from './draft.ts';

const refused = (status: number): Outcome<never> => ({ kind: 'refused', status, message: '', errors: [] });
const unreachable: Outcome<never> = { kind: 'unreachable' };

describe('a draft at its start', () => {
  it('is the server’s where the tab has none', async () => {
    const { draft } = await opened({ server: { version: 3, body: { a: 1 } } });
    expect(draft.getSnapshot()).toMatchObject({ value: 'resting', context: { body: { a: 1 }, version: 3 } });
  });

  it('is the tab’s unsent one, and is sent', async () => {
    const { draft, kept, pause } = await opened({
      tab: { body: { a: 2 }, version: 3, sent: false },
      server: { version: 3, body: { a: 1 } },
    });
    await pause();
    expect(kept).toEqual([{ version: 3, body: { a: 2 } }]);
    expect(draft.getSnapshot()).toMatchObject({ value: 'resting', context: { version: 4, sent: true } });
  });

  it('is the server’s newer one where the tab has nothing unsent', async () => {
    const { draft } = await opened({
      tab: { body: { a: 1 }, version: 3, sent: true },
      server: { version: 5, body: { a: 9 } },
    });
    expect(draft.getSnapshot().context).toMatchObject({ body: { a: 9 }, version: 5 });
  });

  it('is nobody’s where the step was saved elsewhere', async () => {
    const { draft } = await opened({
      tab: { body: { a: 1 }, version: 3, sent: true },
      server: { version: 0, body: null },
    });
    expect(draft.getSnapshot().context).toMatchObject({ body: null, version: 0 });
  });

  it('asks the person where both have something', async () => {
    const { draft } = await opened({
      tab: { body: { a: 1 }, version: 3, sent: false },
      server: { version: 4, body: { a: 2 } },
    });
    expect(draft.getSnapshot().value).toBe('differing');
  });

  it('asks nobody where both have the same in another order', async () => {
    const { draft } = await opened({
      tab: { body: { a: 1, b: [{ c: 2, d: 3 }] }, version: 3, sent: false },
      server: { version: 4, body: { b: [{ d: 3, c: 2 }], a: 1 } },
    });
    expect(draft.getSnapshot()).toMatchObject({ value: 'resting', context: { version: 4, sent: true } });
  });

  it('does not wait for a server that does not answer', async () => {
    const { draft, clock } = await opened({ server: new Promise(() => {}) });
    expect(draft.getSnapshot().value).toBe('reading');
    clock.increment(4_000);
    expect(draft.getSnapshot().value).toBe('resting');
  });
});

describe('a draft that is typed', () => {
  it('is sent at a pause, once', async () => {
    const { draft, kept, clock, pause } = await opened({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    clock.increment(500);
    draft.send({ type: 'draft.typed', body: { a: 12 } });
    clock.increment(500);
    expect(kept).toEqual([]);
    await pause();
    expect(kept).toEqual([{ version: 0, body: { a: 12 } }]);
  });

  it('is sent again where typing went on meanwhile', async () => {
    const { draft, kept, clock, pause } = await opened({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    clock.increment(800);
    draft.send({ type: 'draft.typed', body: { a: 2 } });
    await turn();
    expect(draft.getSnapshot()).toMatchObject({ value: 'pausing', context: { sent: false } });
    await pause();
    expect(kept).toEqual([
      { version: 0, body: { a: 1 } },
      { version: 1, body: { a: 2 } },
    ]);
  });

  it('is sent at once when the page goes out of sight', async () => {
    const { draft, kept } = await opened({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    draft.send({ type: 'page.hidden' });
    await turn();
    expect(kept).toHaveLength(1);
  });

  it('waits in the tab for the connection, and is sent when it returns', async () => {
    const { draft, pause, answers } = await opened({ answers: [unreachable] });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    expect(draft.getSnapshot()).toMatchObject({ value: 'keptForLater', context: { sent: false } });
    draft.send({ type: 'connection.restored' });
    await turn();
    expect(answers).toEqual([]);
    expect(draft.getSnapshot()).toMatchObject({ value: 'resting', context: { sent: true } });
  });

  it('stays in the tab where the server will not have it, until something else is typed', async () => {
    const { draft, pause } = await opened({ answers: [refused(409)] });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    expect(draft.getSnapshot().value).toBe('keptHere');
  });

  it('learns the version before it sends, where the server’s was never read', async () => {
    const { draft, kept, pause, serve } = await opened({ server: unreachable });
    serve({ version: 0, body: null });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    await pause();
    expect(kept).toEqual([{ version: 0, body: { a: 1 } }]);
  });
});

describe('a stale draft', () => {
  async function stale() {
    const all = await opened({ answers: [refused(412)] });
    all.serve({ version: 7, body: { a: 'theirs' } });
    all.draft.send({ type: 'draft.typed', body: { a: 'mine' } });
    await all.pause();
    expect(all.draft.getSnapshot().value).toBe('differing');
    return all;
  }

  it('is overwritten where the person keeps theirs', async () => {
    const { draft } = await stale();
    draft.send({ type: 'theirs.chosen' });
    expect(draft.getSnapshot().context).toMatchObject({
      body: { a: 'theirs' },
      version: 7,
      sent: true,
      round: 1,
    });
  });

  it('overwrites where the person keeps mine', async () => {
    const { draft, kept } = await stale();
    draft.send({ type: 'mine.chosen' });
    await turn();
    expect(kept.at(-1)).toEqual({ version: 7, body: { a: 'mine' } });
  });
});

describe('a step that is being saved', () => {
  it('sends no draft, and is none any more once it was saved', async () => {
    const { draft, kept, pause } = await opened({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    draft.send({ type: 'save.started' });
    await pause();
    expect(kept).toEqual([]);
    draft.send({ type: 'step.saved' });
    expect(draft.getSnapshot()).toMatchObject({ value: 'resting', context: { body: null, version: 0 } });
  });

  it('is a draft again where the save failed', async () => {
    const { draft, kept, pause } = await opened({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    draft.send({ type: 'save.started' });
    draft.send({ type: 'save.failed' });
    await pause();
    expect(kept).toHaveLength(1);
  });
});

type Answer = ServerDraft | Outcome<never> | Promise<Outcome<ServerDraft>>;

async function opened(with_: { tab?: DraftRecord; server?: Answer; answers?: Outcome<never>[] }) {
  const clock = new SimulatedClock();
  const kept: { version: number; body: DraftBody }[] = [];
  const answers = with_.answers ?? [];
  let server: Answer = with_.server ?? { version: 0, body: null };
  const draft = createActor(
    draftMachine.provide({
      actors: {
        readDraft: fromPromise(async () =>
          'version' in server ? { kind: 'decided' as const, value: server } : server,
        ),
        keepDraft: fromPromise(async ({ input }) => {
          const answer = answers.shift();
          if (answer) return answer;
          kept.push(input);
          return { kind: 'decided' as const, value: { version: input.version + 1 } };
        }),
      },
    }),
    { input: { tab: with_.tab ?? null }, clock },
  ).start();
  await turn();
  const pause = async () => {
    clock.increment(800);
    await turn();
  };
  const serve = (next: ServerDraft) => {
    server = next;
  };
  return { draft, clock, kept, answers, pause, serve };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

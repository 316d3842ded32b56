import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { Outcome } from '../domain/values/outcome.ts';
import {
  type DraftBody,
  type DraftEvent,
  type DraftRecord,
  draftMachine,
  type ServerDraft,
} from './draft.ts';

const refused = (status: number): Outcome<never> => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
});
const unreachable: Outcome<never> = { kind: 'unreachable' };

describe('a draft before its step is shown', () => {
  it('reads nothing and ignores the start of a save', () => {
    const { draft } = createDraft({ server: { version: 3, body: { a: 1 } } });
    draft.send({ type: 'save.started' });
    expect(draft.getSnapshot()).toMatchObject({ value: 'closed', context: { body: null, version: null } });
  });
});

describe('a draft at its start', () => {
  it('is the draft of the server where the tab has none', async () => {
    const { draft } = await openDraft({ server: { version: 3, body: { a: 1 } } });
    expect(draft.getSnapshot()).toMatchObject({ value: 'idle', context: { body: { a: 1 }, version: 3 } });
  });

  it('is the unsent draft of the tab, which is then sent', async () => {
    const { draft, saved, pause } = await openDraft({
      tab: { body: { a: 2 }, version: 3, sent: false },
      server: { version: 3, body: { a: 1 } },
    });
    await pause();
    expect(saved).toEqual([{ loanId: 'A', step: 'students', version: 3, body: { a: 2 } }]);
    expect(draft.getSnapshot()).toMatchObject({ value: 'idle', context: { version: 4, sent: true } });
  });

  it('is the newer draft of the server where the tab has nothing unsent', async () => {
    const { draft } = await openDraft({
      tab: { body: { a: 1 }, version: 3, sent: true },
      server: { version: 5, body: { a: 9 } },
    });
    expect(draft.getSnapshot().context).toMatchObject({ body: { a: 9 }, version: 5 });
  });

  it('is empty where the step was saved elsewhere', async () => {
    const { draft } = await openDraft({
      tab: { body: { a: 1 }, version: 3, sent: true },
      server: { version: 0, body: null },
    });
    expect(draft.getSnapshot().context).toMatchObject({ body: null, version: 0 });
  });

  it('asks the person where the tab and the server differ', async () => {
    const { draft } = await openDraft({
      tab: { body: { a: 1 }, version: 3, sent: false },
      server: { version: 4, body: { a: 2 } },
    });
    expect(draft.getSnapshot().value).toBe('conflict');
  });

  it('does not ask where both have the same values in another order', async () => {
    const { draft } = await openDraft({
      tab: { body: { a: 1, b: [{ c: 2, d: 3 }] }, version: 3, sent: false },
      server: { version: 4, body: { b: [{ d: 3, c: 2 }], a: 1 } },
    });
    expect(draft.getSnapshot()).toMatchObject({ value: 'idle', context: { version: 4, sent: true } });
  });

  it('does not wait for a server that does not answer', async () => {
    const { draft, clock } = await openDraft({ server: new Promise(() => {}) });
    expect(draft.getSnapshot().hasTag('reading')).toBe(true);
    clock.increment(4_000);
    expect(draft.getSnapshot().value).toBe('idle');
  });
});

describe('a draft that is typed', () => {
  it('is sent once, at a pause in typing', async () => {
    const { draft, bodies, clock, pause } = await openDraft({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    clock.increment(500);
    draft.send({ type: 'draft.typed', body: { a: 12 } });
    clock.increment(500);
    expect(bodies()).toEqual([]);
    await pause();
    expect(bodies()).toEqual([{ a: 12 }]);
  });

  it('is sent again where typing continued during the save', async () => {
    const { draft, saved, clock, pause } = await openDraft({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    clock.increment(800);
    draft.send({ type: 'draft.typed', body: { a: 2 } });
    await settled();
    expect(draft.getSnapshot()).toMatchObject({ value: 'debouncing', context: { sent: false } });
    await pause();
    expect(saved).toMatchObject([
      { version: 0, body: { a: 1 } },
      { version: 1, body: { a: 2 } },
    ]);
  });

  it('is copied to the tab at once, and marked as sent once the server has it', async () => {
    const { draft, copies, pause } = await openDraft({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    expect(copies.at(-1)).toEqual({ body: { a: 1 }, version: 0, sent: false });
    await pause();
    expect(copies.at(-1)).toEqual({ body: { a: 1 }, version: 1, sent: true });
  });

  it('is sent at once when the page is hidden', async () => {
    const { draft, bodies, page } = await openDraft({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    page.send({ type: 'page.hidden' });
    await settled();
    expect(bodies()).toHaveLength(1);
  });

  it('waits in the tab for the connection, and is sent when it is restored', async () => {
    const { draft, pause, answers, page } = await openDraft({ answers: [unreachable] });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    expect(draft.getSnapshot()).toMatchObject({ value: 'retryScheduled', context: { sent: false } });
    page.send({ type: 'connection.restored' });
    await settled();
    expect(answers).toEqual([]);
    expect(draft.getSnapshot()).toMatchObject({ value: 'idle', context: { sent: true } });
  });

  it.each([429, 500, 503])('is sent again later where the server answers %i', async (status) => {
    const { draft, bodies, clock, pause } = await openDraft({ answers: [refused(status)] });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    expect(draft.getSnapshot().value).toBe('retryScheduled');
    clock.increment(15_000);
    await settled();
    expect(bodies()).toEqual([{ a: 1 }]);
  });

  it('is not sent again where the server rejects it', async () => {
    const { draft, pause } = await openDraft({ answers: [refused(409)] });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    expect(draft.getSnapshot().value).toBe('refused');
  });

  it('reads the version before it is sent, where the server did not answer at the start', async () => {
    const { draft, saved, pause, serve } = await openDraft({ server: unreachable });
    serve({ version: 0, body: null });
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    await pause();
    await pause();
    expect(saved).toMatchObject([{ version: 0, body: { a: 1 } }]);
  });
});

describe('an outdated draft', () => {
  async function outdated() {
    const all = await openDraft({ answers: [refused(412)] });
    all.serve({ version: 7, body: { a: 'theirs' } });
    all.draft.send({ type: 'draft.typed', body: { a: 'mine' } });
    await all.pause();
    expect(all.draft.getSnapshot().value).toBe('conflict');
    return all;
  }

  it('is replaced with the draft of the server on request, in the tab too', async () => {
    const { draft, copies } = await outdated();
    draft.send({ type: 'serverDraft.chosen' });
    const theirs = { body: { a: 'theirs' }, version: 7, sent: true };
    expect(draft.getSnapshot().context).toMatchObject({ ...theirs, resetKey: 1 });
    expect(copies.at(-1)).toEqual(theirs);
  });

  it('overwrites the draft of the server where the person keeps it', async () => {
    const { draft, saved } = await outdated();
    draft.send({ type: 'localDraft.chosen' });
    await settled();
    expect(saved.at(-1)).toMatchObject({ version: 7, body: { a: 'mine' } });
  });
});

describe('the draft of a step that is being saved', () => {
  it('is not sent, and is empty once the step is saved, in the tab too', async () => {
    const { draft, bodies, copies, pause } = await openDraft({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    draft.send({ type: 'save.started' });
    await pause();
    expect(bodies()).toEqual([]);
    draft.send({ type: 'save.succeeded' });
    expect(draft.getSnapshot()).toMatchObject({ value: 'idle', context: { body: null, version: 0 } });
    expect(copies.at(-1)).toEqual({ body: null, version: 0, sent: true });
  });

  it('is sent where the save fails', async () => {
    const { draft, bodies, pause } = await openDraft({});
    draft.send({ type: 'draft.typed', body: { a: 1 } });
    draft.send({ type: 'save.started' });
    draft.send({ type: 'save.failed' });
    await pause();
    expect(bodies()).toHaveLength(1);
  });

  it('does not change where another step is saved', async () => {
    const { draft } = await openDraft({ server: { version: 3, body: { a: 1 } } });
    draft.send({ type: 'save.succeeded' });
    expect(draft.getSnapshot().context).toMatchObject({ body: { a: 1 }, version: 3 });
  });
});

type Answer = ServerDraft | Outcome<never> | Promise<Outcome<ServerDraft>>;
type Given = { tab?: DraftRecord; server?: Answer; answers?: Outcome<never>[] };

function createDraft({ tab, server: first = { version: 0, body: null }, answers = [] }: Given) {
  const clock = new SimulatedClock();
  const saved: { version: number; body: DraftBody }[] = [];
  const copies: DraftRecord[] = [];
  let server = first;
  let send = (_: DraftEvent) => {};
  const draft = createActor(
    draftMachine.provide({
      actors: {
        readTabCopy: fromPromise(async () => tab ?? null),
        readDraft: fromPromise(async () =>
          'version' in server ? { kind: 'ok' as const, value: server } : server,
        ),
        saveDraft: fromPromise(async ({ input }) => {
          const answer = answers.shift();
          if (answer) return answer;
          saved.push(input);
          return { kind: 'ok' as const, value: { version: input.version + 1 } };
        }),
        pageEvents: fromCallback<DraftEvent>(({ sendBack }) => {
          send = sendBack;
        }),
      },
      actions: {
        writeTabCopy: ({ context: { body, version, sent } }) => {
          copies.push({ body, version, sent });
        },
      },
    }),
    { input: { loanId: 'A', step: 'students' }, clock },
  ).start();
  const pause = async () => {
    clock.increment(800);
    await settled();
  };
  const serve = (next: ServerDraft) => {
    server = next;
  };
  const bodies = () => saved.map(({ body }) => body);
  const page = { send: (event: DraftEvent) => send(event) };
  return { draft, clock, saved, bodies, copies, answers, pause, serve, page };
}

async function openDraft(given: Given) {
  const all = createDraft(given);
  all.draft.send({ type: 'draft.opened' });
  await settled();
  return all;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

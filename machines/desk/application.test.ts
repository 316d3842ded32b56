import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { Outcome, Refusal } from '../../domain/values/outcome.ts';
import type { Application, Presence, ReviewActs, LenderResult } from '../../domain/values/wire.ts';
import { emptyReviewDraft } from './acts.ts';
import { deskMachine, isOutdated, type ApplicationWithTimeline } from './application.ts';
import { applicationOf, entryOf, queryOf } from './testing.ts';

const refused = (status: number, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
  ...more,
});
const pan = 'personal_details.pan';
const queryText = { reason: 'mismatch', message: 'It differs.' } as const;

describe('an application at the desk', () => {
  it.each([
    ['is missing', refused(404), 'notFound'],
    ['could not be read', { kind: 'unreachable' } as const, 'failed'],
  ])('has its own state where it %s', async (_, answer, state) => {
    const { desk } = opened({ reads: [answer] });
    await waitFor(desk, (now) => now.matches({ reading: state as 'notFound' }));
  });

  it('reports presence, shows other viewers and detects a newer version', async () => {
    const { desk, clock, calls } = opened({
      presences: [presence(4), presence(5)],
    });
    await waitFor(desk, (now) => now.matches({ presence: 'idle' }));
    expect(desk.getSnapshot().context.viewers).toEqual([{ name: 'Leela', seen_at: '' }]);
    expect(isOutdated(desk.getSnapshot())).toBe(false);
    clock.increment(20_000);
    await waitFor(desk, isOutdated);
    expect(calls.presence).toBe(2);
  });

  it('reports no presence while the reviewer is away', async () => {
    const { desk, clock, calls } = opened({});
    await waitFor(desk, (now) => now.matches({ presence: 'idle' }));
    desk.send({ type: 'reviewer.left' });
    clock.increment(100_000);
    expect(calls.presence).toBe(1);
    desk.send({ type: 'reviewer.returned' });
    expect(calls.presence).toBe(2);
  });
});

describe('a review draft', () => {
  it('is sent once on the version that was read, and is empty afterwards', async () => {
    const { desk, acts } = await working({ acted: ok(applicationOf([], { version: 5 })) });
    desk.send({ type: 'preview.requested' });
    desk.send({ type: 'review.confirmed' });
    desk.send({ type: 'review.confirmed' });
    await waitFor(desk, (now) => now.matches({ acting: 'idle' }));
    expect(acts).toEqual([{ version: 4, raise: [{ field: pan, ...queryText }] }]);
    expect(desk.getSnapshot().context).toMatchObject({
      reviewDraft: emptyReviewDraft,
      sentCounts: { flags: 1 },
    });
    await waitFor(desk, (now) => now.matches({ reading: 'loaded' }));
  });

  it('is not previewed while it has issues', async () => {
    const { desk } = await working({});
    desk.send({ type: 'field.flagged', field: pan, queryText: { reason: 'other', message: ' ' } });
    desk.send({ type: 'preview.requested' });
    expect(desk.getSnapshot()).toMatchObject({ value: { acting: 'idle' }, context: { attempt: 1 } });
    expect(desk.getSnapshot().context.issues).toHaveLength(1);
    desk.send({ type: 'field.flagged', field: pan, queryText });
    expect(desk.getSnapshot().context.issues).toEqual([]);
  });

  it('is not previewed while it is empty', async () => {
    const { desk } = await working({});
    desk.send({ type: 'flag.removed', field: pan });
    desk.send({ type: 'preview.requested' });
    expect(desk.getSnapshot()).toMatchObject({ value: { acting: 'idle' }, context: { attempt: 0 } });
  });

  it('shows a refusal at the query', async () => {
    const errors = [{ field: 'raise.0.message', code: 'common.error.tooLong', message: '' }];
    const { desk } = await working({ acted: refused(400, { errors }) });
    await send(desk);
    expect(desk.getSnapshot()).toMatchObject({
      value: { acting: 'idle' },
      context: { issues: [{ location: { field: pan }, code: 'common.error.tooLong' }], attempt: 1 },
    });
  });

  it.each([409, 404])('is kept after a conflict (%s) and shown with the new entries', async (status) => {
    const newer = applicationOf([queryOf('q', { state: 'raised' })], { version: 5 });
    const { desk } = await working({
      acted: refused(status),
      reads: [
        ok({ application: applicationOf(), timeline: [entryOf(1)] }),
        ok({
          application: newer,
          timeline: [entryOf(1), entryOf(2), entryOf(3, { actor: 'system' })],
        }),
      ],
    });
    await send(desk);
    expect(desk.getSnapshot()).toMatchObject({
      value: { acting: { reviewing: 'conflict' } },
      context: {
        application: { version: 5 },
        newEntries: [{ id: 2 }],
        reviewDraft: { flags: { [pan]: queryText } },
      },
    });
    desk.send({ type: 'conflict.acknowledged' });
    expect(desk.getSnapshot()).toMatchObject({ value: { acting: 'idle' }, context: { newEntries: [] } });
  });

  it('can be sent again after no response', async () => {
    const { desk } = await working({ acted: { kind: 'unreachable' } });
    await send(desk);
    expect(desk.getSnapshot()).toMatchObject({
      value: { acting: { reviewing: 'sendFailed' } },
      context: { alert: { kind: 'unreachable' }, reviewDraft: { flags: { [pan]: queryText } } },
    });
    desk.send({ type: 'review.confirmed' });
    expect(desk.getSnapshot()).toMatchObject({
      value: { acting: { reviewing: 'sending' } },
      context: { alert: null },
    });
    await waitFor(desk, (now) => now.matches({ acting: { reviewing: 'sendFailed' } }));
    desk.send({ type: 'alert.dismissed' });
    expect(desk.getSnapshot().value).toMatchObject({ acting: { reviewing: 'previewing' } });
  });
});

describe('a preview', () => {
  it('stays the same when the latest version was requested before it', async () => {
    const { desk, acts, calls } = await working({
      reads: [
        ok({ application: applicationOf(), timeline: [] }),
        // This response is not used.
        ok({ application: applicationOf([], { version: 7 }), timeline: [] }),
        ok(arrived),
      ],
      acted: ok(applicationOf([], { version: 5 })),
    });
    desk.send({ type: 'latest.requested' });
    desk.send({ type: 'preview.requested' });
    expect(desk.getSnapshot().value).toMatchObject({
      reading: 'postponed',
      acting: { reviewing: 'previewing' },
    });
    await quiet();
    desk.send({ type: 'review.confirmed' });
    await waitFor(desk, (now) => now.matches({ acting: 'idle' }) && now.matches({ reading: 'loaded' }));
    expect(acts).toEqual([{ version: 4, raise: [{ field: pan, ...queryText }] }]);
    expect(desk.getSnapshot().context).toMatchObject({
      sentCounts: { flags: 1 },
      application: { version: 6 },
    });
    expect(calls.read).toBe(3);
  });

  it('stays open when the latest version is requested, which is read after it closes', async () => {
    const { desk, calls } = await working({
      reads: [ok({ application: applicationOf(), timeline: [] }), ok(arrived)],
    });
    desk.send({ type: 'preview.requested' });
    desk.send({ type: 'latest.requested' });
    await quiet();
    expect(calls.read).toBe(1);
    desk.send({ type: 'preview.closed' });
    await waitFor(desk, (now) => now.matches({ reading: 'loaded' }));
    expect(desk.getSnapshot().context).toMatchObject({
      reviewDraft: emptyReviewDraft,
      application: { version: 6 },
    });
  });
});

it('removes the issues of a query together with the query', async () => {
  const { desk } = await working({
    reads: [ok({ application: applicationOf([queryOf('q')]), timeline: [] }), ok(arrived)],
  });
  const decision = { kind: 'askAgain', reason: 'other', message: '' } as const;
  desk.send({ type: 'query.decided', id: 'q', decision });
  desk.send({ type: 'preview.requested' });
  expect(desk.getSnapshot().context.issues).toMatchObject([{ location: { at: 'query', id: 'q' } }]);
  desk.send({ type: 'latest.requested' });
  await waitFor(desk, (now) => now.matches({ reading: 'loaded' }));
  expect(desk.getSnapshot().context.issues).toEqual([]);
});

describe('a push', () => {
  it('shows its answer and reads the application again', async () => {
    const { desk, calls } = await working({ pushed: ok({ status: 'APPROVED' }) });
    desk.send({ type: 'push.requested' });
    desk.send({ type: 'push.confirmed' });
    await waitFor(
      desk,
      (now) => now.matches({ acting: { pushing: 'answered' } }) && now.matches({ reading: 'loaded' }),
    );
    expect(desk.getSnapshot().context.result).toEqual({ status: 'APPROVED' });
    expect(calls.read).toBe(2);
  });

  it('is repeated after no response', async () => {
    const { desk, calls } = await working({ pushed: { kind: 'gatewayTimedOut' } });
    desk.send({ type: 'push.requested' });
    desk.send({ type: 'push.confirmed' });
    await waitFor(desk, (now) => now.matches({ acting: { pushing: 'failed' } }));
    desk.send({ type: 'push.confirmed' });
    await waitFor(desk, (now) => now.matches({ acting: { pushing: 'failed' } }));
    expect(calls.push).toBe(2);
  });

  it('is not offered where the application cannot be pushed', async () => {
    const { desk } = await working({
      reads: [ok({ application: applicationOf([], { can_push: false }), timeline: [] })],
    });
    desk.send({ type: 'push.requested' });
    expect(desk.getSnapshot().value).toMatchObject({ acting: 'idle' });
  });
});

describe('a push that is not allowed any more', () => {
  const mine = ok({ application: applicationOf(), timeline: [] });
  const lenders = ok({ application: applicationOf([], { version: 5, can_push: false }), timeline: [] });

  it('is not confirmed', async () => {
    const { desk, calls } = await working({ reads: [mine, lenders] });
    desk.send({ type: 'push.requested' });
    desk.send({ type: 'latest.requested' });
    await waitFor(desk, (now) => now.matches({ acting: { pushing: 'notPushable' } }));
    desk.send({ type: 'push.confirmed' });
    desk.send({ type: 'push.closed' });
    expect([desk.getSnapshot().value, calls.push]).toMatchObject([{ acting: 'idle' }, 0]);
  });

  it('is not done again', async () => {
    const { desk, calls } = await working({ reads: [mine, lenders], pushed: { kind: 'gatewayTimedOut' } });
    desk.subscribe((now) => {
      if (now.matches({ acting: { pushing: 'failed' }, reading: 'refetching' }))
        desk.send({ type: 'push.confirmed' });
    });
    desk.send({ type: 'push.requested' });
    desk.send({ type: 'push.confirmed' });
    await waitFor(desk, (now) => now.matches({ acting: { pushing: 'refetching' }, reading: 'refetching' }));
    await waitFor(desk, (now) => now.matches({ acting: { pushing: 'notPushable' } }));
    expect([calls.push, desk.getSnapshot().context.alert]).toEqual([1, null]);
  });

  it('is not offered again', async () => {
    const { desk, calls } = await working({ reads: [mine, lenders], pushed: { kind: 'gatewayTimedOut' } });
    desk.send({ type: 'push.requested' });
    desk.send({ type: 'push.confirmed' });
    await waitFor(
      desk,
      (now) => now.matches({ acting: { pushing: 'failed' } }) && now.matches({ reading: 'loaded' }),
    );
    desk.send({ type: 'push.confirmed' });
    expect([desk.getSnapshot().value, calls.push]).toMatchObject([{ acting: { pushing: 'failed' } }, 1]);
  });
});

it('the desk does not send a review and push at the same time', async () => {
  const { desk } = await working({});
  desk.send({ type: 'preview.requested' });
  desk.send({ type: 'push.requested' });
  expect(desk.getSnapshot().value).toMatchObject({ acting: { reviewing: 'previewing' } });
  desk.send({ type: 'preview.closed' });
  desk.send({ type: 'push.requested' });
  desk.send({ type: 'preview.requested' });
  expect(desk.getSnapshot().value).toMatchObject({ acting: { pushing: 'confirming' } });
});

function ok<T>(value: T): Outcome<T> {
  return { kind: 'ok', value };
}

/** The application after all acts. */
const arrived: ApplicationWithTimeline = {
  application: applicationOf(
    [queryOf('q', { state: 'accepted' }), queryOf('n', { field: pan, ...queryText, state: 'raised' })],
    { version: 6 },
  ),
  timeline: null,
};

/** Waits until pending responses were handled. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

const presence = (version: number): Outcome<Presence> =>
  ok({ version, viewers: [{ name: 'Leela', seen_at: '' }] });

interface Answers {
  reads?: Outcome<ApplicationWithTimeline>[];
  presences?: Outcome<Presence>[];
  acted?: Outcome<Application>;
  pushed?: Outcome<LenderResult>;
}

function opened({ reads = [], presences = [], acted, pushed }: Answers) {
  const clock = new SimulatedClock();
  const calls = { read: 0, presence: 0, push: 0 };
  const acts: ReviewActs[] = [];
  const desk = createActor(
    deskMachine.provide({
      actors: {
        readApplication: fromPromise(async () => {
          calls.read += 1;
          return reads.shift() ?? ok({ application: applicationOf(), timeline: [] });
        }),
        reportPresence: fromPromise(async () => {
          calls.presence += 1;
          return presences.shift() ?? presence(4);
        }),
        act: fromPromise(async ({ input }) => {
          acts.push(input.acts);
          return acted ?? refused(500);
        }),
        push: fromPromise(async () => {
          calls.push += 1;
          return pushed ?? refused(500);
        }),
      },
    }),
    { input: { loanId: 'L', reviewDraft: emptyReviewDraft }, clock },
  ).start();
  return { desk, clock, calls, acts };
}

/** Read, with one flag. */
async function working(answers: Answers) {
  const all = opened(answers);
  await waitFor(all.desk, (now) => now.matches({ reading: 'loaded' }));
  all.desk.send({ type: 'field.flagged', field: pan, queryText });
  return all;
}

async function send(desk: ReturnType<typeof opened>['desk']) {
  desk.send({ type: 'preview.requested' });
  desk.send({ type: 'review.confirmed' });
  await waitFor(
    desk,
    (now) =>
      !now.matches({ acting: { reviewing: 'sending' } }) &&
      !now.matches({ acting: { reviewing: 'refetching' } }),
  );
}

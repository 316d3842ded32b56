/**
 * Runs the jobs of the queue, each in one process at a time, however many servers share the database. A job may run
 * again after a crash, so its handler must be idempotent.
 */
import { platform } from '../platform/platform.ts';
import { sleep } from '../platform/timers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Notifications } from '../db/notifications.ts';
import type { Database } from '../db/open.ts';
import { errorFields, type Log } from '../platform/log.ts';
import { createSignal } from '../platform/signal.ts';
import { backoffDelayMs } from './backoff.ts';
import { channelSlots, type JobChannel, type JobKind, jobKinds, type JobPayload, kindRow } from './kinds.ts';
import {
  type ClaimedJob,
  claimJobs,
  type JobEnd,
  releaseLeases,
  renewEveryMs,
  renewLeases,
  renewWithinMs,
  returnClaims,
  settleJob,
} from './lease.ts';
import { serversDied } from './counts.ts';
import { enqueueJob, onJobEnqueued } from './queue.ts';

/**
 * - `done`: the job leaves the queue, or waits for its next turn where its kind is repeated
 * - `retry`: it is tried again after a backoff, and has failed where this was the last attempt
 * - `failed`: it has failed for good
 * - `runAt`: it begins anew then, unless it is enqueued anew meanwhile
 */
export type JobResult = 'done' | 'retry' | 'failed' | { runAt: Date };

export type JobRun = {
  /** The attempt, from 1. */
  attempt: number;
  isLastAttempt: boolean;
  /** Aborted when the server ends, at the kind's deadline, or where the job's lease could not be renewed. */
  signal: AbortSignal;
};

export type JobHandlers = {
  [Kind in JobKind]: (payload: JobPayload<Kind>, run: JobRun) => Promise<JobResult>;
};

export type JobRunner = {
  /** Claims no more, lets running jobs end for `graceMs`, and hands over the others. */
  close: (graceMs?: number) => Promise<void>;
};

type Needs = { db: Database; clock: Clock; log: Log; notifications?: Notifications | undefined };

type RunningJob = {
  job: ClaimedJob;
  work: Promise<void>;
  controller: AbortController;
  /** The time of the last lease request, by this process's monotonic clock. */
  leasedAt: number;
};

/** The state that the parts of one runner share. */
type RunnerState = Needs & {
  /** The runner's name in the leases. */
  holder: string;
  /** The running jobs by id. */
  running: Map<string, RunningJob>;
  handlers: JobHandlers;
  random: () => number;
};

/** The time that an aborted job may take to end. */
const abortMs = 1000;

/** A job is not run again where servers have died with it so often; one that is repeated waits for its next attempt. */
const mostClaims = 20;

class DeadlineOver extends Error {
  override name = 'DeadlineOver';
}

class ServersDied extends Error {
  override name = serversDied;
}

/** The name by which servers notify one another on PostgreSQL. */
const notificationName = 'feepath_jobs';

/**
 * @param pollMs how often it polls for jobs that became due and for those that other processes enqueued
 * @param random from 0 to 1, the jitter of the backoff
 */
export function startJobRunner(
  needs: Needs,
  handlers: JobHandlers,
  { pollMs = 1500, random = randomFraction }: { pollMs?: number; random?: () => number } = {},
): JobRunner {
  const state: RunnerState = { ...needs, holder: platform.uuid(), running: new Map(), handlers, random };
  const { db, clock, log, notifications, running } = state;
  const signal = createSignal();
  let isEnqueuedHere = false;
  const stopListening = onJobEnqueued(() => {
    isEnqueuedHere = true;
    signal.notify();
  });
  const stopNotifications = notifications?.listen(notificationName, signal.notify);
  let open = true;

  /** @returns whether more may be due */
  const claimDue = async (): Promise<boolean> => {
    abortUnrenewed(state);
    const free = freeSlots(running);
    const leasedAt = platform.elapsedMs();
    const claimed =
      free.length === 0
        ? []
        : await claimJobs(db, { holder: state.holder, now: clock.now(), running: [...running.keys()], free });
    // The leases expired while the query ran, so any server may claim the jobs again.
    if (isLeaseOver(leasedAt)) {
      const ids = claimed.map(({ id }) => id);
      if (ids.length > 0) await returnClaims(db, state.holder, ids);
      return false;
    }
    for (const job of claimed) begin(state, job, { leasedAt, onEnd: signal.notify });
    // Other servers may begin the jobs for which this one has no slots.
    const isFull = freeSlots(running).length < Object.keys(channelSlots).length;
    if (isEnqueuedHere && isFull) await notifications?.notify(notificationName);
    isEnqueuedHere = false;
    return claimed.length > 0;
  };

  const run = async () => {
    await scheduleRepeated(db, clock.now()).catch(logError(log, 'repeated jobs not scheduled'));
    while (open) {
      const more = await claimDue().catch((error: unknown) => {
        logError(log, 'jobs not claimed')(error);
        return false;
      });
      if (!more && open) await signal.wait(pollMs);
    }
  };
  const stopRenewing = renewLeasesRegularly(state);
  const ended = run();

  return {
    async close(graceMs = 10_000) {
      open = false;
      stopListening();
      signal.notify();
      await ended;
      await endRunning(running, graceMs);
      stopRenewing();
      await stopNotifications?.();
      await releaseLeases(db, state.holder).catch(logError(log, 'job leases not released'));
    },
  };
}

const logError = (log: Log, event: string) => (error: unknown) => log.error(event, errorFields(error));

const isLeaseOver = (leasedAt: number) => platform.elapsedMs() - leasedAt >= renewWithinMs;

function abortUnrenewed({ running, log }: RunnerState): void {
  for (const { job, controller, leasedAt } of running.values()) {
    if (controller.signal.aborted || !isLeaseOver(leasedAt)) continue;
    log.error('job lease lost', { kind: job.kind });
    controller.abort();
  }
}

/** @returns ends it */
function renewLeasesRegularly(state: RunnerState): () => void {
  const { db, holder, running, log } = state;
  let isRenewing = false;
  const renew = async () => {
    const leasedAt = platform.elapsedMs();
    for (const id of await renewLeases(db, holder, [...running.keys()])) {
      const run = running.get(id);
      if (run) run.leasedAt = leasedAt;
    }
  };
  const renewing = platform.startInterval(() => {
    abortUnrenewed(state);
    // Renewals do not overlap: without a database each would wait for another connection.
    if (running.size === 0 || isRenewing) return;
    isRenewing = true;
    // A failure is only logged: the database may be back before the leases end.
    void renew()
      .catch(logError(log, 'job leases not renewed'))
      .finally(() => (isRenewing = false));
  }, renewEveryMs);
  return () => renewing.close();
}

function freeSlots(running: RunnerState['running']): (readonly [JobChannel, number])[] {
  const used = (channel: JobChannel) =>
    [...running.values()].filter(({ job }) => job.channel === channel).length;
  return Object.entries(channelSlots)
    .map(([channel, slots]) => [channel as JobChannel, slots - used(channel as JobChannel)] as const)
    .filter(([, count]) => count > 0);
}

function begin(
  state: RunnerState,
  job: ClaimedJob,
  { leasedAt, onEnd }: { leasedAt: number; onEnd: () => void },
): void {
  const { db, holder, running, log } = state;
  const { kind, attempts: attempt } = job;
  const controller = new AbortController();
  const work = execute(state, job, controller)
    .then(async (end) => {
      log.info('job run', { kind, attempt, end: end.kind });
      if (end.kind === 'failed') log.error('job failed for good', { kind, attempt });
      await settleJob(db, holder, job, end);
    })
    // A job that could not be settled is claimed again when its lease ends.
    .catch(logError(log, 'job not settled'))
    .finally(() => {
      running.delete(job.id);
      onEnd();
    });
  running.set(job.id, { job, work, controller, leasedAt });
}

async function execute(
  { handlers, clock, log, random }: RunnerState,
  job: ClaimedJob,
  controller: AbortController,
): Promise<JobEnd> {
  const { signal } = controller;
  const run = {
    attempt: job.attempts,
    isLastAttempt: job.attempts >= kindRow(job.kind).maxAttempts,
    signal,
  };
  // An aborted job can be claimed again at once, and the attempt does not count.
  const handedOver = () => ({ kind: 'again', runAt: clock.now(), attempts: job.attempts - 1 }) as const;
  const isHandedOver = () => signal.aborted && !(signal.reason instanceof DeadlineOver);
  if (job.claims > mostClaims) {
    const result = kindRow(job.kind).everyMs === undefined ? 'failed' : 'retry';
    return endOf(job, result, { now: clock.now(), random, error: new ServersDied() });
  }
  try {
    const result = await endsInTime(runHandler(handlers, job, run), kindRow(job.kind).deadlineMs, controller);
    return result === 'retry' && isHandedOver()
      ? handedOver()
      : endOf(job, result, { now: clock.now(), random });
  } catch (error) {
    if (isHandedOver()) return handedOver();
    logError(log, 'job failed')(error);
    return endOf(job, 'retry', { now: clock.now(), random, error });
  }
}

/** Aborts a run at its deadline, and soon after waits no longer for one that does not heed that. */
async function endsInTime(
  run: Promise<JobResult>,
  deadlineMs: number,
  controller: AbortController,
): Promise<JobResult> {
  const over = new DeadlineOver();
  const aborting = platform.startTimer(() => controller.abort(over), deadlineMs);
  const ended = new AbortController();
  const givenUp = sleep(deadlineMs + abortMs, { signal: ended.signal }).then(() => {
    throw over;
  });
  try {
    return await Promise.race([run, givenUp]);
  } finally {
    aborting.close();
    givenUp.catch(() => undefined);
    ended.abort();
  }
}

/** Waits `graceMs` for the running jobs, then aborts them and waits a little more. */
async function endRunning(running: RunnerState['running'], graceMs: number): Promise<void> {
  const allEnded = Promise.all([...running.values()].map(({ work }) => work));
  const endsWithin = (ms: number) =>
    Promise.race([allEnded.then(() => true), sleep(ms, { ref: false }).then(() => false)]);
  if (await endsWithin(graceMs)) return;
  for (const { controller } of running.values()) controller.abort();
  await endsWithin(abortMs);
}

async function runHandler(handlers: JobHandlers, { kind, payload }: ClaimedJob, run: JobRun) {
  const parsed = kindRow(kind).payload.parse(payload);
  // The payload was held against the schema that the handler's parameter is derived from.
  return handlers[kind](parsed as never, run);
}

function endOf(
  { kind, attempts }: ClaimedJob,
  result: JobResult,
  { now, random, error }: { now: Date; random: () => number; error?: unknown },
): JobEnd {
  const { maxAttempts, backoff, everyMs } = kindRow(kind);
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (typeof result === 'object') return { kind: 'again', runAt: result.runAt, attempts: 0 };
  const lastError = error instanceof Error ? error.name : result === 'failed' ? 'refused' : 'unanswered';
  if (result === 'done') {
    return everyMs === undefined ? { kind: 'done' } : { kind: 'again', runAt: after(everyMs), attempts: 0 };
  }
  if (result === 'failed' || attempts >= maxAttempts) return { kind: 'failed', lastError, failedAt: now };
  const runAt = after(backoffDelayMs(backoff, attempts, random()));
  return { kind: 'again', runAt, attempts, lastError };
}

/** Enqueues a job for each repeated kind, unless it has one already. */
async function scheduleRepeated(db: Database, now: Date): Promise<void> {
  for (const kind of Object.keys(jobKinds) as JobKind[]) {
    if (kindRow(kind).everyMs === undefined) continue;
    await enqueueJob(db, kind, {}, { now, ifAbsent: true });
  }
}

const randomFraction = () => platform.randomInt(2 ** 32) / 2 ** 32;

/**
 * A platform of which every reading follows from a seed: time moves only when a test moves it, and the calls of `fetch`
 * are answered by the test.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Platform } from '../../server/platform/platform.ts';

type Waiting = { at: number; number: number; everyMs: number | undefined; work: () => void };

export type SimulatedPlatform = Platform & {
  /** Moves the time on by `ms` and runs the timers on the way in their order, each at its own time. */
  advance: (ms: number) => Promise<void>;
  /** Waits until nothing is left to do at this time: all promises are settled, and other threads have answered. */
  settle: () => Promise<void>;
  /** Counts the timers that have not run yet. */
  readonly timers: number;
};

/** Turns of the event loop in which all that a promise leads to has come about: a stream of a body takes some. */
const quietTurns = 20;

export function simulatedPlatform(
  seed: number,
  {
    start = new Date('2026-07-20T06:30:00Z'),
    fetch = () => Promise.reject(new Error('No network is simulated')),
  }: { start?: Date; fetch?: Platform['fetch'] } = {},
): SimulatedPlatform {
  const random = seededBytes(seed);
  const waiting = new Set<Waiting>();
  let elapsed = 0;
  let started = 0;
  let offloaded = 0;

  const startWaiting = (work: () => void, ms: number, everyMs?: number) => {
    // The shortest delay is a millisecond, as in Node.
    const timer = { at: elapsed + Math.max(1, ms), number: (started += 1), everyMs, work };
    waiting.add(timer);
    return { close: () => waiting.delete(timer), unref: () => undefined };
  };
  const next = () => [...waiting].sort((a, b) => a.at - b.at || a.number - b.number).find(Boolean);

  const settle = async () => {
    for (let turn = 0; turn < quietTurns || offloaded > 0; turn += 1) await setImmediate();
  };

  return {
    now: () => start.getTime() + Math.floor(elapsed),
    elapsedMs: () => elapsed,
    startTimer: (work, ms) => startWaiting(work, ms),
    startInterval: (work, ms) => startWaiting(work, ms, Math.max(1, ms)),
    nextTurn: () => setImmediate(),
    randomBytes: random,
    randomInt: (end) => Math.floor((random(6).readUIntBE(0, 6) / 2 ** 48) * end),
    uuid: () => uuidOf(random(16)),
    fetch,
    async offload(work) {
      offloaded += 1;
      try {
        return await work();
      } finally {
        offloaded -= 1;
      }
    },
    settle,
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = next(); timer && timer.at <= end; timer = next()) {
        elapsed = timer.at;
        if (timer.everyMs === undefined) waiting.delete(timer);
        else Object.assign(timer, { at: timer.at + timer.everyMs, number: (started += 1) });
        timer.work();
        await settle();
      }
      elapsed = end;
    },
    get timers() {
      return waiting.size;
    },
  };
}

/** Bytes that follow from the seed: SHA-256 of the seed and a counter. */
function seededBytes(seed: number): (length: number) => Buffer {
  let drawn = 0;
  return (length) => {
    const blocks = Array.from({ length: Math.ceil(length / 32) }, () =>
      createHash('sha256')
        .update(`${seed}/${(drawn += 1)}`)
        .digest(),
    );
    return Buffer.concat(blocks, length);
  };
}

function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

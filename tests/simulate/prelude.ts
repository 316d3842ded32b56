/**
 * Puts time, timers and randomness of this process under a simulation. It is imported before any module that reads
 * them: named imports of Node's modules get the replacements here. Node's own timers are used until a simulation takes
 * them over.
 */
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { createRandom, type Random } from '../fuzz/random.ts';

export type Timer = { cancel: () => void };

/** The simulation's replacements of the machine's sources. Times are milliseconds. */
export type Host = {
  now: () => number;
  random: Random;
  /** The simulated timers; undefined while timers are Node's own. */
  startTimer?: ((run: () => void, afterMs: number, kind: 'once' | 'repeated') => Timer) | undefined;
};

const epochMs = Date.UTC(2026, 6, 20, 6, 30);

export const host: Host = { now: () => epochMs, random: createRandom(0) };

/** Node's own, for the scheduler itself. */
export const real = {
  setImmediate: globalThis.setImmediate,
  now: performance.now.bind(performance),
};

replaceDate();
replaceTimers();
replaceRandom();
replaceThreads();
syncBuiltinESMExports();

function replaceDate(): void {
  const RealDate = globalThis.Date;
  const now = () => host.now();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: (target) => new target(now()).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
  });
  performance.now = () => host.now() - epochMs;
}

/** The timers of the embedded PostgreSQL only flush statistics, and are left out. */
const isDatabases = (run: object): boolean => String(run).includes('_emscripten_timeout');

function replaceTimers(): void {
  const own = { ...timers };
  type Run = (...args: unknown[]) => void;
  const starter =
    (kind: 'once' | 'repeated', start: (run: Run, ms?: number, ...args: unknown[]) => unknown) =>
    (run: Run, ms = 0, ...args: unknown[]) => {
      if (!host.startTimer) return start(run, ms, ...args);
      if (isDatabases(run)) return 0;
      const timer = host.startTimer(() => run(...args), Math.max(0, ms), kind);
      const close = () => timer.cancel();
      const handle = { ...timer, close, ref: () => handle, unref: () => handle, hasRef: () => true };
      return handle;
    };
  const clearer = (clear: (timer: never) => void) => (timer: unknown) => {
    if (typeof timer === 'object' && timer !== null && 'cancel' in timer) (timer as Timer).cancel();
    else clear(timer as never);
  };
  const replaced = {
    setTimeout: starter('once', own.setTimeout),
    setInterval: starter('repeated', own.setInterval),
    setImmediate: (run: Run, ...args: unknown[]) =>
      host.startTimer ? replaced.setTimeout(run, 0, ...args) : own.setImmediate(run, ...args),
    clearTimeout: clearer(own.clearTimeout),
    clearInterval: clearer(own.clearInterval),
    clearImmediate: clearer(own.clearImmediate),
  };
  Object.assign(globalThis, replaced);
  Object.assign(timers, replaced);
  const wait = (ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason as Error);
      if (signal?.aborted) return abort();
      const timer = replaced.setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve(value);
      }, ms);
      const onAbort = () => {
        replaced.clearTimeout(timer);
        abort();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  Object.assign(timersPromises, {
    setTimeout: wait,
    setImmediate: (value?: unknown) => wait(0, value),
  });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    replaced.setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
}

function replaceRandom(): void {
  const fill = <View extends ArrayBufferView>(view: View): View => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = host.random.whole(256);
    return view;
  };
  type Callback<Value> = (error: Error | null, value: Value) => void;
  const randomBytes = (size: number, callback?: Callback<Buffer>) => {
    const bytes = fill(Buffer.alloc(size));
    callback?.(null, bytes);
    return bytes;
  };
  const randomUUID = () => {
    const bytes = randomBytes(16);
    bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
    bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  const randomInt = (from: number, to?: number) =>
    to === undefined ? host.random.whole(from) : from + host.random.whole(to - from);
  Object.assign(crypto, { randomBytes, randomUUID, randomInt, randomFillSync: fill });
  for (const [name, value] of Object.entries({ getRandomValues: fill, randomUUID }))
    Object.defineProperty(globalThis.crypto, name, { value, configurable: true });
  Math.random = () => host.random.whole(2 ** 32) / 2 ** 32;
}

/** Lets the work of other threads and processes finish at once, so that its duration has no influence. */
function replaceThreads(): void {
  const { scryptSync } = crypto;
  const scrypt = (
    ...[password, salt, length, options, answer]: [
      ...Parameters<typeof scryptSync>,
      (error: Error | null, hash: Buffer) => void,
    ]
  ) => answer(null, scryptSync(password, salt, length, options));
  Object.assign(crypto, { scrypt });
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');
  const { verifySync, hashSync } = argon2;
  const verified = new Map<string, boolean>();
  Object.assign(argon2, {
    hash: async (...args: Parameters<typeof hashSync>) => hashSync(...args),
    verify: async (hash: string, password: string) => {
      const key = `${hash} ${password}`;
      const fits = verified.get(key) ?? verifySync(hash, password);
      verified.set(key, fits);
      return fits;
    },
  });
  const { fork } = childProcess;
  const isTypesetter = (file: string | URL) => String(file).includes('typesetter');
  Object.assign(childProcess, {
    fork: (...args: Parameters<typeof fork>) => (isTypesetter(args[0]) ? new Typesetter() : fork(...args)),
  });
}

/** Replaces the process that typesets: the hash of a document is its content. */
class Typesetter extends EventEmitter {
  channel = { ref: () => {}, unref: () => {} };
  ref(): void {}
  unref(): void {}
  disconnect(): void {}
  send({ id, data }: { id: number; data: string }, sent: (error: Error | null) => void): void {
    sent(null);
    const pdf = Buffer.from(`%PDF-1.7 ${crypto.createHash('sha256').update(data).digest('hex')}`);
    queueMicrotask(() => this.emit('message', { id, pdf }));
  }
}

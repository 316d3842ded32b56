/**
 * Typesets documents in a worker thread, because one takes longer than the event loop may wait. The thread starts with
 * the first document and keeps no process alive.
 */
import { Worker } from 'node:worker_threads';
import { fontFiles } from './fonts.ts';

export type TypesetRequest = { id: number; data: string };
export type TypesetAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

type Pending = { resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; pending: Map<number, Pending> };

let running: Thread | undefined;
let lastId = 0;

/**
 * The PDF of a document.
 * @param data A `PageModel` as JSON.
 * Rejects where the template cannot be typeset, which is a bug; the message has none of the data.
 */
export function typeset(data: string): Promise<Uint8Array> {
  running ??= startThread();
  const { worker, pending } = running;
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ id, data } satisfies TypesetRequest);
  });
}

function startThread(): Thread {
  const worker = new Worker(new URL('./typesetter-thread.mjs', import.meta.url), {
    workerData: { fonts: fontFiles() },
    execArgv: [],
  });
  const thread: Thread = { worker, pending: new Map() };
  worker.on('message', (answer: TypesetAnswer) => settle(thread, answer));
  worker.on('error', (error) => abandon(thread, error));
  worker.on('exit', (code) => abandon(thread, new Error(`The typesetter ended with code ${code}`)));
  return thread;
}

function settle({ worker, pending }: Thread, answer: TypesetAnswer): void {
  const request = pending.get(answer.id);
  pending.delete(answer.id);
  if (pending.size === 0) worker.unref();
  if ('pdf' in answer) request?.resolve(answer.pdf);
  else request?.reject(new Error(answer.error));
}

/** The next document starts another thread. */
function abandon(thread: Thread, error: Error): void {
  if (running === thread) running = undefined;
  for (const { reject } of thread.pending.values()) reject(error);
  thread.pending.clear();
}

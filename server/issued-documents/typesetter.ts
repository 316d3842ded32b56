/**
 * Typesets documents in a process of its own: one takes longer than the event loop may wait, the compiler leaves some
 * memory behind with each, and a fault in its native code ends that process alone. The process starts with the first
 * document and keeps this one from nothing: it ends with it.
 */
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { platform, type Timer } from '../platform/platform.ts';
import { startProcess } from '../platform/threads.ts';

export type TypesetRequest = { id: number; data: string };
export type TypesetAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

type Typesetter = {
  child: ChildProcess;
  pending: Map<number, { resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void }>;
  requests: number;
  /** Ends the process, unless it answers. */
  hanging?: Timer | undefined;
};

/** A process that has a document to make answers within this, or is killed. The longest takes some seconds. */
const answersWithinMs = 60_000;

/** The number of documents after which the process is replaced: a document leaks up to 3 MB. */
const documentsPerProcess = 20;

let running: Typesetter | undefined;

/**
 * The PDF of a document.
 * @param data A `PageModel` as JSON.
 * Rejects where the template cannot be typeset, which is a bug; the message has none of the data.
 */
export function typeset(data: string): Promise<Uint8Array> {
  running ??= startTypesetter();
  const typesetter = running;
  const id = ++typesetter.requests;
  if (id === documentsPerProcess) running = undefined;
  return platform.offload(() => answerOf(typesetter, { id, data }));
}

const answerOf = (typesetter: Typesetter, request: TypesetRequest): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    typesetter.pending.set(request.id, { resolve, reject });
    typesetter.hanging ??= expectAnswer(typesetter);
    typesetter.child.ref();
    typesetter.child.channel?.ref();
    typesetter.child.send(request, (error) => {
      if (error) abandon(typesetter, error);
    });
  });

function startTypesetter(): Typesetter {
  const file = new URL('./typesetter-process.mjs', import.meta.url);
  // The environment is left out because it holds this process's secrets.
  const child = startProcess(file, fontFiles(), { serialization: 'advanced', execArgv: [], env: {} });
  const typesetter: Typesetter = { child, pending: new Map(), requests: 0 };
  child.on('message', (answer) => settle(typesetter, answer as TypesetAnswer));
  child.on('error', (error) => abandon(typesetter, error));
  child.on('exit', (code) => abandon(typesetter, new Error(`The typesetter ended with code ${code}`)));
  return typesetter;
}

const expectAnswer = (typesetter: Typesetter): Timer =>
  platform.startTimer(() => {
    typesetter.child.kill('SIGKILL');
    abandon(typesetter, new Error('The typesetter did not answer'));
  }, answersWithinMs);

function settle(typesetter: Typesetter, answer: TypesetAnswer): void {
  const { child, pending, requests } = typesetter;
  const request = pending.get(answer.id);
  pending.delete(answer.id);
  typesetter.hanging?.close();
  typesetter.hanging = pending.size === 0 ? undefined : expectAnswer(typesetter);
  if (pending.size === 0) {
    child.unref();
    child.channel?.unref();
    if (requests === documentsPerProcess) child.disconnect();
  }
  if ('pdf' in answer) request?.resolve(answer.pdf);
  else request?.reject(new Error(answer.error));
}

/** The next document starts another process. */
function abandon(typesetter: Typesetter, error: Error): void {
  if (running === typesetter) running = undefined;
  typesetter.hanging?.close();
  for (const { reject } of typesetter.pending.values()) reject(error);
  typesetter.pending.clear();
}

/** The fonts of the documents, Noto Sans for each script in two weights: package → the beginning of its files' names. */
const families = {
  'noto-sans': 'NotoSans',
  'noto-sans-tamil': 'NotoSansTamil',
  'noto-sans-devanagari': 'NotoSansDevanagari',
  'noto-sans-telugu': 'NotoSansTelugu',
  'noto-sans-kannada': 'NotoSansKannada',
} as const;

const weights = ['400Regular', '700Bold'] as const;

/** Paths of TrueType files. */
function fontFiles(): string[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(families).flatMap(([name, file]) =>
    weights.map((weight) => resolve(`@expo-google-fonts/${name}/${weight}/${file}_${weight}.ttf`)),
  );
}

/** Whether a password opens a locked PDF, so that a wrong one is reported at once and not by the reviewer. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * `openToAll`: without a password. `unknown`: locked in a way that is not understood, by a certificate for one,
 * damaged, or made to take more time or memory than a whole one.
 */
export type PdfAnswer = 'openToAll' | 'open' | 'wrong' | 'unknown';

/** A document that is as large as it may be takes 4 s where the machine is busy. */
const longestMs = 10_000;

/**
 * Asks PDFium in a process of its own, which ends with the answer: one that a file makes slow or large holds up no
 * other call and is killed.
 * @param password the user's or the owner's, '' for none
 */
export function checkPdfPassword(
  pdf: Uint8Array,
  password: string,
  { timeout = longestMs } = {},
): Promise<PdfAnswer> {
  return new Promise((resolve) => {
    // Without the environment, in which this process has its secrets.
    const child = fork(fileURLToPath(new URL('./pdf-process.mjs', import.meta.url)), {
      ...{ execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      ...{ timeout, killSignal: 'SIGKILL' },
    });
    child.once('message', (answer) => resolve(answer as PdfAnswer));
    child.once('error', () => resolve('unknown'));
    child.once('exit', () => resolve('unknown'));
    child.send({ pdf, password }, (error) => error && resolve('unknown'));
  });
}

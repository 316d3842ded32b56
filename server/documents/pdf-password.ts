/** Checks the password of a locked PDF, so that a wrong one is reported at once and not by the reviewer. */
import { askProcess } from '../platform/threads.ts';

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
export async function checkPdfPassword(
  pdf: Uint8Array,
  password: string,
  { timeout = longestMs } = {},
): Promise<PdfAnswer> {
  const answer = askProcess(
    new URL('./pdf-process.mjs', import.meta.url),
    {
      // The environment is left out because it holds this process's secrets.
      ...{ execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
      ...{ timeout, killSignal: 'SIGKILL' },
    },
    { pdf, password },
  );
  return answer.then(
    (known) => known as PdfAnswer,
    () => 'unknown',
  );
}

/** Work of other threads and processes, which would hold up the event loop. A caller's time passes by `offload`. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { scrypt as nodeScrypt, type ScryptOptions } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hash, type Options, verify } from '@node-rs/argon2';
import { platform } from './platform.ts';

export const argon2 = {
  hash: (password: string, options: Options) => platform.offload(() => hash(password, options)),
  verify: (hashed: string, password: string) => platform.offload(() => verify(hashed, password)),
};

const promisedScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(nodeScrypt);

export const scrypt: typeof promisedScrypt = (...args) => platform.offload(() => promisedScrypt(...args));

const promisedBrotli = promisify(brotliCompress);
const promisedGzip = promisify(gzip);

export const compress = {
  br: (bytes: Uint8Array, quality: number) =>
    platform.offload(() => promisedBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })),
  gzip: (bytes: Uint8Array, quality: number) =>
    platform.offload(() => promisedGzip(bytes, { level: quality })),
};

/** A process that answers more than once; callers wait for an answer within `platform.offload`. */
export const startProcess = (file: URL, args: string[], options: ForkOptions): ChildProcess =>
  fork(fileURLToPath(file), args, options);

/** Returns the first message of a new process. Rejects if it ends without one. */
export const askProcess = (file: URL, options: ForkOptions, request?: object): Promise<unknown> =>
  platform.offload(
    () =>
      new Promise((resolve, reject) => {
        const child = startProcess(file, [], options);
        child.once('message', resolve);
        child.once('error', reject);
        child.once('exit', () => reject(new Error('The process ended without an answer')));
        if (request) child.send(request, (error) => error && reject(error));
      }),
  );

/**
 * ClamAV's daemon, by its INSTREAM command: the content in chunks, each behind its length, and a length of nothing at
 * the end; one reply. It answers and closes at once where the content is longer than its StreamMaxLength.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ClamdAddress } from './clamd-address.ts';
import { withTimeout } from '../platform/timers.ts';
import type { Scanner, ScanVerdict } from './scanner.ts';

const scanTimeoutMs = 60_000;
const longestReply = 4096;

/** The error of a scan without a verdict; `code` is the reason. */
export class ScanFailure extends Error {
  constructor(readonly code: 'CLAMD_TOO_LARGE' | 'CLAMD_CLOSED' | 'CLAMD_NOT_UNDERSTOOD') {
    super('clamd has not said whether the content is clean');
    this.name = 'ScanFailure';
  }
}

/** @param timeoutMs how long one scan may take, from the connection to the reply */
export const clamdScanner = (address: ClamdAddress, timeoutMs = scanTimeoutMs): Scanner => ({
  scan: (bytes, signal) => withTimeout(timeoutMs, (ended) => ask(address, bytes, ended), signal),
});

async function ask(
  address: ClamdAddress,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const socket = connect(address);
  const abandon = () => socket.destroy(signal.reason instanceof Error ? signal.reason : undefined);
  signal.addEventListener('abort', abandon);
  if (signal.aborted) abandon();
  try {
    const [isSent, reply] = await Promise.all([send(socket, bytes), replyOf(socket)]);
    return verdictOf(reply, isSent);
  } finally {
    signal.removeEventListener('abort', abandon);
    socket.destroy();
  }
}

/** @returns whether all of it was sent; clamd may stop to listen midway, and its reply then says why */
async function send(socket: Socket, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  for await (const part of framed(bytes)) {
    if (!socket.writable) return false;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  return true;
}

async function* framed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of bytes) {
    // A length of nothing would end it.
    if (chunk.length === 0) continue;
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** Reads the reply up to the first NUL. @throws if the connection ends before it */
async function replyOf(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket) {
    reply += (chunk as Buffer).toString('latin1');
    if (reply.includes('\0')) return reply.slice(0, reply.indexOf('\0'));
    if (reply.length > longestReply) break;
  }
  throw new ScanFailure('CLAMD_CLOSED');
}

/** @throws ScanFailure */
function verdictOf(reply: string, isSent: boolean): ScanVerdict {
  if (/size limit exceeded/i.test(reply)) throw new ScanFailure('CLAMD_TOO_LARGE');
  if (reply === 'stream: OK' && isSent) return 'clean';
  if (/^stream: .+ FOUND$/.test(reply)) return 'refused';
  throw new ScanFailure('CLAMD_NOT_UNDERSTOOD');
}

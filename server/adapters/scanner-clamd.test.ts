/** The protocol of clamd, against a daemon of the test's own that speaks it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type ClamdAddress, clamdAddressIn } from './clamd-address.ts';
import { clamdScanner } from './scanner-clamd.ts';

const folder = mkdtempSync(join(tmpdir(), 'feepath-clamd-'));
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The content that a daemon has received once the stream has ended. */
type Streamed = { content: Buffer; chunks: number };

/** Reads what INSTREAM brings, as clamd does. */
function streamedIn(received: Buffer): Streamed | undefined {
  const command = 'zINSTREAM\0';
  if (received.subarray(0, command.length).toString() !== command) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { content: Buffer.concat(chunks), chunks: chunks.length };
    if (at + 4 + length > received.length) return undefined;
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

type Daemon = {
  /** Returns the reply to the whole content; undefined for none. */
  reply?: (streamed: Streamed) => string | undefined;
  /** The daemon replies after this many bytes and closes the connection. */
  early?: { after: number; reply: string };
};

async function daemon({ reply, early }: Daemon, path?: string): Promise<ClamdAddress> {
  const server = createServer((socket) => {
    sockets.push(socket);
    let received: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      if (early && received.length >= early.after) socket.end(early.reply);
      const streamed = streamedIn(received);
      const answer = streamed && reply?.(streamed);
      if (answer !== undefined) socket.end(answer);
    });
  });
  servers.push(server);
  const place = path ? { path } : { host: '127.0.0.1', port: 0 };
  await new Promise<void>((resolve) => server.listen(place, resolve));
  return path ? { path } : { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

async function* parts(...all: Uint8Array[]) {
  for (const part of all) yield part;
}

const scan = (address: ClamdAddress, bytes: AsyncIterable<Uint8Array>, timeoutMs?: number) =>
  clamdScanner(address, timeoutMs).scan(bytes, new AbortController().signal);
const code = (failure: Promise<unknown>) =>
  failure.then(
    () => 'none',
    (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : error.name),
  );

describe('clamd', () => {
  it('receives the content in chunks that are not empty, and its verdict counts', async () => {
    const given: Streamed[] = [];
    const address = await daemon({
      reply: (streamed) => {
        given.push(streamed);
        return streamed.content.includes('bad') ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0';
      },
    });
    const large = Buffer.alloc(3_000_000, 7);
    expect(await scan(address, parts(Buffer.from('a'), Buffer.alloc(0), large))).toBe('clean');
    expect(given[0]?.content.equals(Buffer.concat([Buffer.from('a'), large]))).toBe(true);
    expect(given[0]?.chunks).toBe(2);
    expect(await scan(address, parts(Buffer.from('ba'), Buffer.from('d')))).toBe('refused');
    expect(await scan(address, parts())).toBe('clean');
  });

  it('can be reached on a Unix socket', async () => {
    const address = await daemon({ reply: () => 'stream: OK\0' }, join(folder, 'clamd.ctl'));
    expect(await scan(address, parts(Buffer.from('a')))).toBe('clean');
  });

  it.each([
    ['an error', 'stream: Access denied. ERROR\0', 'CLAMD_NOT_UNDERSTOOD'],
    ['another word', 'OK\0', 'CLAMD_NOT_UNDERSTOOD'],
    ['words that go on', 'stream: OK FOR NOW\0', 'CLAMD_NOT_UNDERSTOOD'],
    ['half a reply', 'stream: OK', 'CLAMD_CLOSED'],
    ['nothing', '', 'CLAMD_CLOSED'],
    ['no end of words', 'x'.repeat(100_000), 'CLAMD_CLOSED'],
  ])('rejects the reply: %s', async (_, reply, why) => {
    const address = await daemon({ reply: () => reply });
    expect(await code(scan(address, parts(Buffer.from('a'))))).toBe(why);
  });

  it.each([
    ['that it is too long', 'INSTREAM size limit exceeded. ERROR\0', 'CLAMD_TOO_LARGE'],
    ['that it is clean', 'stream: OK\0', 'CLAMD_NOT_UNDERSTOOD'],
  ])('rejects a reply that says %s before the whole document was sent', async (_, reply, why) => {
    const address = await daemon({ early: { after: 100_000, reply } });
    const endless = async function* () {
      for (let n = 0; n < 10_000; n += 1) yield Buffer.alloc(65_536);
    };
    expect(await code(scan(address, endless()))).toBe(why);
  });

  it('is awaited only until the timeout or the end of the server', async () => {
    const address = await daemon({ reply: () => undefined });
    expect(await code(scan(address, parts(Buffer.from('a')), 50))).toBe('AbortError');
    const ending = new AbortController();
    const asked = code(clamdScanner(address).scan(parts(Buffer.from('a')), ending.signal));
    ending.abort();
    expect(await asked).toBe('AbortError');
    // Nor is a content that does not come.
    const held = async function* () {
      yield Buffer.from('a');
      await new Promise(() => undefined);
    };
    expect(await code(scan(address, held(), 50))).toBe('AbortError');
  });

  it('rejects where clamd is unreachable and where reading the document fails', async () => {
    expect(await code(scan({ path: join(folder, 'none.ctl') }, parts()))).toBe('ENOENT');
    const address = await daemon({ reply: () => 'stream: OK\0' });
    const broken = async function* () {
      yield Buffer.from('a');
      throw new Error('The store is down');
    };
    await expect(scan(address, broken())).rejects.toThrow('The store is down');
  });
});

describe("clamd's address", () => {
  it.each<[string, ClamdAddress | undefined]>([
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['tcp://clamd.internal:3310', { host: 'clamd.internal', port: 3310 }],
    ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
    ['tcp://clamd.internal', undefined],
    ['tcp://clamd.internal:0', undefined],
    ['tcp://a@clamd.internal:3310', undefined],
    ['unix:run/clamd.ctl', undefined],
    ['http://clamd.internal:3310', undefined],
    ['', undefined],
  ])('%s', (text, address) => {
    expect(clamdAddressIn(text)).toEqual(address);
  });
});

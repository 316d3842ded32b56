import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports that systems give to connections and to servers on port 0, so that none of those takes one of these. */
const ports = { first: 20_000, last: 32_767 };

/** One file for each port that a test has chosen, and its period: one process alone can make it. */
const claims = join(tmpdir(), 'feepath-test-ports');

/** A server listens on its port long before a period has passed. */
const periodMs = 10 * 60_000;

/** Returns a port of the loopback that was free a moment ago, and that no other test chooses. */
export async function freePort(): Promise<number> {
  mkdirSync(claims, { recursive: true });
  for (;;) {
    const port = randomInt(ports.first, ports.last + 1);
    if (claim(port) && (await isFree(port))) return port;
  }
}

/** @returns false where another test has chosen the port, whose server may not listen yet */
function claim(port: number): boolean {
  const period = Math.floor(Date.now() / periodMs);
  const fileOf = (one: number) => join(claims, `${port}-${one}`);
  if (existsSync(fileOf(period - 1))) return false;
  try {
    closeSync(openSync(fileOf(period), 'wx'));
    return true;
  } catch {
    return false;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * A running server takes admin commands over a Unix socket in its data folder, which only its own user may open:
 * one line of JSON there, one line of JSON back.
 */
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import type { CommandResult } from './command.ts';
import type { Command } from './commands.ts';

/** The longest command; a file of institutions is one. */
const mostBytes = 64 * 1_048_576;

/** The maximum length of a Unix socket's path that is portable. */
const longestPath = 100;

/** The socket's name; the shorter one of absolute and relative, since its length is limited. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'admin.sock');
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

/**
 * Listens for commands. The caller holds the data folder's lock, so a socket file there is a dead server's.
 * @returns the function that ends it; undefined where the folder's name is too long for a socket
 */
export async function listenForCommands(
  dataDir: string,
  run: (command: Command) => Promise<CommandResult>,
): Promise<(() => Promise<void>) | undefined> {
  const path = socketPath(dataDir);
  if (Buffer.byteLength(path) > longestPath) return undefined;
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, run);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The name appears with the mode that the mask leaves, so there is no moment in which others may open it.
    const mask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(mask);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
}

async function serve(socket: Socket, run: (command: Command) => Promise<CommandResult>): Promise<void> {
  try {
    const command = JSON.parse(await readLine(socket)) as Command;
    socket.end(`${JSON.stringify(await run(command))}\n`);
  } catch {
    const failed: CommandResult = { ok: false, lines: ['The server could not do this; its log says why.'] };
    socket.end(`${JSON.stringify(failed)}\n`);
  }
}

/** Hands a command to the server that holds the data folder. @throws Error where no server listens there */
export async function sendCommand(dataDir: string, command: Command): Promise<CommandResult> {
  const socket = createConnection(socketPath(dataDir));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.write(`${JSON.stringify(command)}\n`);
  return JSON.parse(await readLine(socket)) as CommandResult;
}

async function readLine(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > mostBytes) throw new Error('The command is too long');
    chunks.push(bytes);
    if (bytes.includes(10)) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const end = text.indexOf('\n');
  if (end < 0) throw new Error('The line was cut off');
  return text.slice(0, end);
}

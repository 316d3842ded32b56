/** `npm run admin -- COMMAND`: opens a free database itself, and hands the command to a server that holds it. */
import { readFileSync } from 'node:fs';
import { type Command, type Outcome, readCommand, runCommand, UsageError, usage } from './admin/commands.ts';
import { sendCommand } from './admin/socket.ts';
import { openObjects as openChosenObjects } from './adapters/index.ts';
import type { Objects } from './adapters/objects.ts';
import { systemClock } from './clock.ts';
import { ConfigError, readDatabaseConfig, readStoreConfig } from './config.ts';
import { DataDirInUse } from './db/lock.ts';
import { openDatabase } from './db/open.ts';
import { createLog } from './log.ts';
import { openObjectStore } from './objects/open.ts';

try {
  const command = readCommand(process.argv.slice(2), readText);
  const { ok, lines } = await perform(command);
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
} catch (error) {
  if (error instanceof UsageError) console.error([error.message, ...usage].join('\n'));
  else if (error instanceof ConfigError || error instanceof DataDirInUse) console.error(error.message);
  else console.error('The command failed:', error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function perform(command: Command): Promise<Outcome> {
  const { databaseUrl, dataDir } = readDatabaseConfig(process.env);
  try {
    const opened = await openDatabase({ databaseUrl, dataDir });
    try {
      const openObjects = () => openConfiguredObjects(process.env);
      return await runCommand({ db: opened.db, clock: systemClock, openObjects }, command);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return await sendCommand(dataDir, command).catch(() => {
      throw error;
    });
  }
}

/** @throws ConfigError */
async function openConfiguredObjects(env: NodeJS.ProcessEnv): Promise<Objects> {
  const config = readStoreConfig(env);
  const log = createLog('errors');
  const store = config.s3 ? undefined : await openObjectStore({ config, clock: systemClock, log });
  return openChosenObjects({ config, store });
}

function readText(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    throw new UsageError(
      error instanceof TypeError ? `${path} is not UTF-8 text.` : `${path} cannot be read.`,
    );
  }
}

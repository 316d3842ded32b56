/** `npm run admin -- COMMAND`: opens a free database itself, and hands the command to a server that holds it. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type CommandResult, UsageError } from './admin/command.ts';
import { type Command, readCommand, runCommand, usage } from './admin/commands.ts';
import { describeUnopened, examineConfiguration, summarize } from './admin/doctor.ts';
import { sendCommand } from './admin/socket.ts';
import { openObjects as openChosenObjects } from './adapters/index.ts';
import type { Objects } from './adapters/objects.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, readDatabaseConfig, readStoreConfig } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { DataDirInUse } from './db/lock.ts';
import { SchemaMismatch } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { defaultPool } from './db/pool-config.ts';
import { DatabaseStartError } from './db/start-error.ts';
import { InstallationMismatch, StoreUnavailable } from './documents/installation.ts';
import { loadKeyring } from './config/load-keyring.ts';
import { createLog } from './platform/log.ts';
import { openObjectStore } from '../packages/object-store/index.ts';

/** Errors whose message is for the person at the terminal. */
const explained = [
  ConfigError,
  DataDirInUse,
  DatabaseStartError,
  SchemaMismatch,
  InstallationMismatch,
  StoreUnavailable,
];

const isExplained = (error: unknown): error is Error => explained.some((kind) => error instanceof kind);

try {
  const command = { ...readCommand(process.argv.slice(2), readText), operator: operatorName() };
  const { ok, lines } = command.name === 'doctor' ? await examineAll(command) : await perform(command);
  for (const line of lines) console.log(line);
  if (!ok) process.exitCode = 1;
} catch (error) {
  if (error instanceof UsageError) console.error([error.message, ...usage].join('\n'));
  else if (isExplained(error)) console.error(error.message);
  else console.error('The command failed:', error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The account at this machine, and the person behind it where it is shared. */
function operatorName(): string {
  try {
    return process.env.SUDO_USER ?? userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** The configuration is that of this process; what it leads to is examined by whoever can open it. */
async function examineAll(command: Command): Promise<CommandResult> {
  const configuration = examineConfiguration(readEnvironment(process.env));
  try {
    const { lines } = await perform(command);
    return summarize([...configuration, ...lines.slice(0, -1)]);
  } catch (error) {
    if (!isExplained(error)) throw error;
    return summarize([...configuration, describeUnopened(error.message)]);
  }
}

async function perform(command: Command): Promise<CommandResult> {
  const env = readEnvironment(process.env);
  const config = readDatabaseConfig(env);
  try {
    // A command may read a whole table, so it has no time limit.
    const pool = { ...defaultPool, statementTimeoutMs: 0 };
    const { db, migrated, close } = await openDatabase({
      ...config,
      pool,
      migrates: command.name === 'migrate',
    });
    try {
      const openObjects = () => openConfiguredObjects(env);
      const openKeyring = () => loadKeyring(readStoreConfig(env));
      const context = { db, clock: systemClock, config, openObjects, openKeyring, migrated };
      return await runCommand(context, command);
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return await sendCommand(config.dataDir, command).catch(() => {
      throw error;
    });
  }
}

/** @throws ConfigError */
async function openConfiguredObjects(env: ReturnType<typeof readEnvironment>): Promise<Objects> {
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

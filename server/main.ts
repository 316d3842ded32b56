/** The process: reads the environment, starts the server, says where it is, and ends it when asked to. */
import { banner } from './app/banner.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { ClockDiffers } from './db/clock-difference.ts';
import { DataDirInUse } from './db/lock.ts';
import { SchemaMismatch } from './db/migrate.ts';
import { DatabaseStartError } from './db/start-error.ts';
import { InstallationMismatch, StoreUnavailable } from './documents/installation.ts';
import { codeOf, createLog, errorFields } from './platform/log.ts';
import { startServer } from './app/start.ts';

const log = createLog('errors');

/** A bug leaves an unknown state, so the process ends and the operator's supervisor starts another one. */
const die = (event: string) => (error: unknown) => {
  log.error(event, errorFields(error));
  process.exit(1);
};
process.on('uncaughtException', die('uncaught exception'));
process.on('unhandledRejection', die('unhandled rejection'));

try {
  const config = readConfig(readEnvironment(process.env));
  const server = await startServer(config);
  console.log(banner(config, server));

  let ending = false;
  const end = (signal: NodeJS.Signals) => {
    if (ending) process.exit(1);
    ending = true;
    console.log(`${signal}: ending. A second signal ends at once.`);
    server.close().then(() => process.exit(0), die('server did not close'));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

function sentenceFor(error: unknown): string {
  const explained = [
    ConfigError,
    DataDirInUse,
    DatabaseStartError,
    ClockDiffers,
    SchemaMismatch,
    InstallationMismatch,
    StoreUnavailable,
  ];
  if (error instanceof Error && explained.some((kind) => error instanceof kind)) return error.message;
  if (codeOf(error) === 'EADDRINUSE') return 'The port is in use by another program. Choose another PORT.';
  if (codeOf(error) === 'ENOSPC') return 'There is no room left on the disk of DATA_DIR.';
  if (codeOf(error) === 'EACCES') return `Not allowed: ${error instanceof Error ? error.message : ''}`;
  return `The server could not start. ${error instanceof Error ? (error.stack ?? error.message) : error}`;
}

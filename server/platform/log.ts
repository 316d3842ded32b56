/**
 * Writes events as lines of JSON. They hold operation ids, statuses and ids, never an address, a body, a header or an
 * error's message: database errors quote what people typed. Only the fields named here are written.
 */
import { pino } from 'pino';
import { systemClock } from './clock.ts';
import { platform } from './platform.ts';

export type Log = {
  info: (event: string, fields?: LogFields) => void;
  error: (event: string, fields?: LogFields) => void;
};

const fieldNames = [
  // A call: its operation, its answer, and who called, by ids that mean nothing outside of this server.
  ...(['op', 'status', 'ms', 'requestId', 'actor', 'actorId', 'loan', 'why'] as const),
  // A job, a push, a command.
  ...(['kind', 'attempt', 'end', 'verdict', 'command'] as const),
  // The deletion of contents: how many, and of how many.
  ...(['contents', 'total'] as const),
  // An error, see `errorFields`.
  ...(['code', 'constraint', 'table', 'awsRequestId', 'stack'] as const),
] as const;

type LogFields = Partial<
  Record<(typeof fieldNames)[number], string | number | boolean | string[] | undefined>
>;

const levels = { all: 'info', errors: 'error', off: 'silent' } as const;

/** @param level `all` writes everything, `errors` only failures, `off` nothing */
export function createLog(level: keyof typeof levels, write: (line: string) => unknown = writeToOutput): Log {
  const logger = pino(
    {
      level: levels[level],
      base: null,
      messageKey: 'event',
      timestamp: () => `,"at":"${systemClock.now().toISOString()}"`,
      formatters: {
        level: (label) => ({ level: label }),
        log: knownFields,
      },
    },
    { write: (line: string) => write(line.trimEnd()) },
  );
  return {
    info: (event, fields = {}) => logger.info(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}

let waitingLines = '';

const writeWaitingLines = () => {
  const lines = waitingLines;
  waitingLines = '';
  if (lines !== '') process.stdout.write(lines);
};

/** Batches the lines of one turn of the event loop into one system call, since the process waits for each. */
function writeToOutput(line: string): void {
  if (waitingLines === '') void platform.nextTurn().then(writeWaitingLines);
  waitingLines += `${line}\n`;
}

process.on('exit', writeWaitingLines);

function knownFields(fields: Record<string, unknown>): LogFields {
  const known: Record<string, unknown> = {};
  for (const name of fieldNames) if (name in fields) known[name] = fields[name];
  return known;
}

/** Returns the loggable parts of an error, without its data: kinds, codes, names and places in the code. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const causes: Error[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  const member = (name: string) =>
    causes.map((cause) => textOf(cause, name)).find((text) => text !== undefined);
  return {
    kind: causes.map((cause) => cause.name).join(' < '),
    code: member('code'),
    // The fields of PostgreSQL identify the constraint in the schema, that of AWS the request for its support.
    constraint: member('constraint'),
    table: member('table'),
    awsRequestId: causes
      .map((cause) => textOf(Reflect.get(cause, '$metadata'), 'requestId'))
      .find((text) => text !== undefined),
    stack: (causes.at(-1)?.stack ?? '')
      .split('\n')
      .filter((frame) => /^\s+at /.test(frame))
      .slice(0, 12)
      .map((frame) => frame.trim()),
  };
}

/** The `code` of a system or database error, such as ECONNREFUSED or 23505. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? textOf(error, 'code') : undefined;

function textOf(holder: unknown, name: string): string | undefined {
  const value: unknown =
    typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

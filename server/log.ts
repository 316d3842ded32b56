/**
 * One JSON line per event. Lines hold operation ids, statuses and request ids, never an address, a body, a header
 * or an error's message: database errors quote what people typed.
 */
export type Log = {
  info: (event: string, fields?: LogFields) => void;
  error: (event: string, fields?: LogFields) => void;
};

type LogFields = Record<string, string | number | boolean | string[] | undefined>;

/** @param level `all` writes everything, `errors` only failures, `off` nothing */
export function createLog(level: 'all' | 'errors' | 'off', write = (line: string) => console.log(line)): Log {
  const line = (event: string, fields: LogFields = {}) =>
    write(JSON.stringify({ at: new Date().toISOString(), event, ...fields }));
  const silent = () => undefined;
  return {
    info: level === 'all' ? line : silent,
    error: level === 'off' ? silent : line,
  };
}

/** What may be told of an error without telling what it was about: kinds, codes and places in the code. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const causes: Error[] = [];
  for (let at: unknown = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at);
  return {
    kind: causes.map((cause) => cause.name).join(' < '),
    code: causes.map(codeOf).find((code) => code !== undefined),
    stack: (causes.at(-1)?.stack ?? '')
      .split('\n')
      .filter((frame) => /^\s+at /.test(frame))
      .slice(0, 12)
      .map((frame) => frame.trim()),
  };
}

/** The `code` of a system or database error, such as ECONNREFUSED or 23505. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Explains in one sentence for the operator why the database could not be opened. */
import { errorFields } from '../platform/log.ts';

/** Thrown where PostgreSQL cannot be used; `message` names neither the user nor the password. */
export class DatabaseStartError extends Error {
  constructor(cause: unknown) {
    super(sentenceFor(cause), { cause });
    this.name = 'DatabaseStartError';
  }
}

/** The sentences by PostgreSQL's codes and the system's. */
const sentences: [RegExp, string][] = [
  [/^28/, 'PostgreSQL refuses the user or the password of DATABASE_URL.'],
  [/^3D000$/, 'The database that DATABASE_URL names does not exist.'],
  [/^42501$/, 'The user of DATABASE_URL may not create or change the tables.'],
  [/^(53100|ENOSPC)$/, 'PostgreSQL has no room left on its disk.'],
  [/^53300$/, 'PostgreSQL has no connection left: raise max_connections.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host that DATABASE_URL names is not known.'],
  [/^(E|08|57P|$)/, 'PostgreSQL cannot be reached: check DATABASE_URL, and that it runs.'],
];

function sentenceFor(cause: unknown): string {
  const code = String(errorFields(cause).code ?? '');
  const sentence = sentences.find(([codes]) => codes.test(code))?.[1] ?? 'PostgreSQL refuses to be opened.';
  return code ? `${sentence} (${code})` : sentence;
}

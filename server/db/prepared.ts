import type { Database } from './open.ts';

/** A statement whose text is made once for each database, and which PostgreSQL parses once for each connection. */
export function preparedOn<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const known = statements.get(db) ?? prepare(db);
    statements.set(db, known);
    return known;
  };
}

import { connectionOf } from './connections.ts';
import type { Database } from './open.ts';

/** A statement whose text is made once for each connection, and which PostgreSQL parses once for each connection. */
export function preparedOn<Statement>(prepare: (db: Database) => Statement): (db: Database) => Statement {
  const statements = new WeakMap<Database, Statement>();
  return (db) => {
    const connection = connectionOf(db);
    const known = statements.get(connection) ?? prepare(connection);
    statements.set(connection, known);
    return known;
  };
}

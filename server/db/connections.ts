/**
 * The connection that each transaction on a PostgreSQL has, so that statements prepared on it serve all its transactions.
 * A handle on the database is any object here, because open.ts imports this.
 */
const connections = new WeakMap<object, object>();

export const bindConnection = (tx: object, connection: object): unknown => connections.set(tx, connection);

/** A savepoint has the connection of the transaction around it. */
export function shareConnection(outer: object, inner: object): void {
  const connection = connections.get(outer);
  if (connection) bindConnection(inner, connection);
}

/** The handle itself where it is no transaction, or one of the embedded database. */
export const connectionOf = <Handle extends object>(handle: Handle): Handle =>
  // Both are handles of one kind: `bindConnection` gets what the transaction was begun on.
  (connections.get(handle) ?? handle) as Handle;

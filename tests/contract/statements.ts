/** The statements that servers of this process send to a PostgreSQL. */
import pg from 'pg';
import { Batch } from '../../server/db/pg-queries.ts';

export type Statement = { text: string; values: unknown[] };

/** Returns the reads and writes during `work`, in the order sent. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...call: unknown[]) {
    const [first, second] = call as [string | { text: string; values?: unknown[] }, unknown];
    const sent = first instanceof Batch ? first.queries.map(({ statement }) => statement.config) : [first];
    for (const one of sent) {
      const text = typeof one === 'string' ? one : one.text;
      const values = (typeof one === 'string' ? undefined : one.values) ?? second;
      if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
        recorded.push({ text, values: Array.isArray(values) ? values : [] });
    }
    return Reflect.apply(query, this, call);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return recorded;
}

import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { asProblem } from '../http/error-to-problem.ts';
import { createPooledTransaction } from './pooled-transaction.ts';

/** A pool of one connection, on which the statements that begin so fail. */
function poolFailing(failing: Record<string, Error>) {
  const released: boolean[] = [];
  const client = {
    query: (query: string | { text: string }) => {
      const text = typeof query === 'string' ? query : query.text;
      const failure = failing[text.split(' ')[0] ?? ''];
      return failure ? Promise.reject(failure) : Promise.resolve({ rows: [] });
    },
    release: (isLost: boolean) => released.push(isLost),
  };
  return { pool: { connect: () => Promise.resolve(client) } as unknown as Pool, released };
}

const withCode = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['the connection breaks in a statement', { select: withCode('EPIPE') }],
  ['it breaks where the transaction is ended', { select: withCode('23505'), rollback: new Error('closed') }],
  ['BEGIN fails', { begin: new Error('Connection terminated'), select: new Error('Connection terminated') }],
])('a call is answered 503, and the connection is not used again, where %s', async (_, failing) => {
  const { pool, released } = poolFailing(failing);
  const failed = createPooledTransaction(pool)((tx) => tx.execute(sql`select 1`));
  const problem = await failed.catch(asProblem);
  expect(problem).toMatchObject({ status: 503 });
  expect(released).toEqual([true]);
});

it('a statement that PostgreSQL refuses leaves the connection in use', async () => {
  const { pool, released } = poolFailing({ select: withCode('23505') });
  const failed = createPooledTransaction(pool)((tx) => tx.execute(sql`select 1`));
  await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(released).toEqual([false]);
});

import { expect, it } from 'vitest';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { Problem } from './problem.ts';
import { asProblem } from './error-to-problem.ts';

const failedWith = (code: string, detail = {}) =>
  new DrizzleQueryError('select 1', [], Object.assign(new Error('private'), { code, ...detail }));

it.each<[string, unknown, number]>([
  ['a refusal', new Problem(409, 'Not now'), 409],
  ['a full disk of the database', failedWith('53100'), 503],
  ['a full disk of the store', Object.assign(new Error('private'), { code: 'ENOSPC' }), 503],
  ['a lost connection', failedWith('ECONNRESET'), 503],
  ['a deadlock', failedWith('40P01'), 503],
  ['a number that is out of range', failedWith('22003'), 400],
  [
    'a row of a customer who was erased meanwhile',
    failedWith('23503', { constraint: 'nominees_customer_id_customers_id_fk' }),
    401,
  ],
  ['a row of anything else that is gone', failedWith('23503', { constraint: 'x_loan_id_loans_id_fk' }), 500],
  ['anything else', new Error('private'), 500],
])('%s becomes a problem that quotes nothing', (_, error, status) => {
  const problem = asProblem(error);
  expect(problem.status).toBe(status);
  expect(JSON.stringify(problem)).not.toContain('private');
  expect(problem.extra.headers?.['retry-after'] !== undefined).toBe(status === 503);
});

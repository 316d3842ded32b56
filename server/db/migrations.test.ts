/** What a migration makes of the rows that were there before it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDatabaseFolder } from './fresh.ts';
import { databaseTemplate } from './template.ts';

let folder: string;
let database: PGlite;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'feepath-migrations-'));
  const create = async (path: string) => (await PGlite.create(path)).close();
  await ensureDatabaseFolder(join(folder, 'db'), create, databaseTemplate);
  database = await PGlite.create(join(folder, 'db'));
});
afterEach(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const migrate = async (...names: string[]) => {
  for (const name of names) {
    await database.exec(readFileSync(new URL(`migrations/${name}.sql`, import.meta.url), 'utf8'));
  }
};

it('gives the loans of before several lenders to lender 15, with its answers', async () => {
  await migrate('0000_first', '0001_review', '0002_documents');
  await database.exec(`
    insert into api_keys (id, key_id, key_hash, name, created_at)
      values ('00000000-0000-4000-8000-000000000001', 'k', 'h', 'Key', now());
    insert into loans (id, api_key_id, name, email, mobile, created_at, updated_at, status, lender_result)
      select id, '00000000-0000-4000-8000-000000000001', 'A', 'a@b.example', '9840012345', now(), now(), status, result
      from (values
        ('decided', 'approved', '{"status": "APPROVED"}'::jsonb),
        ('again', 'submitted', '{"status": "PENDING"}'),
        ('waiting', 'submitted', null)
      ) as before (id, status, result);
    insert into lender_loans (loan_id, lender_id, reference, created_at)
      select id, 15, 'reference of ' || id, now() from loans;
    insert into sandbox_lender_loans (reference, request, created_at) values ('reference of decided', '{}', now());
  `);
  await migrate('0003_lenders');
  const { rows } = await database.query(`
    select loans.id, loans.lender_id, lender_loans.result, sandbox_lender_loans.lender_id as sandbox_lender_id
    from loans
    join lender_loans on lender_loans.loan_id = loans.id
    left join sandbox_lender_loans using (reference)
    order by loans.id
  `);
  expect(rows).toEqual([
    { id: 'again', lender_id: 15, result: null, sandbox_lender_id: null },
    { id: 'decided', lender_id: 15, result: { status: 'APPROVED' }, sandbox_lender_id: 15 },
    { id: 'waiting', lender_id: 15, result: null, sandbox_lender_id: null },
  ]);
});

/** What a migration makes of the rows that were there before it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureDatabaseFolder } from './fresh.ts';
import { migrationsFolder, migrationsOf } from './migrate.ts';
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

it('are in the journal in the order of their numbers and times, each with its file', () => {
  const migrations = migrationsOf();
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  expect(migrations.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted());
  const times = migrations.map(({ when }) => when);
  // Drizzle leaves out, without a word, what is not later than the last migration that a database has.
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect(migrations.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(migrations.map((_, n) => n));
});

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

const everyContent = `
  select right(key, 1) as content, sha256, size, password, scan, object, unreferenced_since is null as referenced
  from contents order by key
`;

/** A loan with one document and one submission, as a server of the version before contents wrote them. */
async function loanOfTheVersionBefore(): Promise<void> {
  await migrate(
    '0000_first',
    '0001_review',
    '0002_documents',
    '0003_lenders',
    '0004_records',
    '0005_jobs',
    '0006_rate_counts',
  );
  await database.exec(`
    insert into api_keys (id, key_id, key_hash, name, created_at)
      values ('00000000-0000-4000-8000-000000000001', 'k', 'h', 'Key', now());
    insert into loans (id, api_key_id, name, email, mobile, created_at, updated_at)
      values ('L', '00000000-0000-4000-8000-000000000001', 'A', 'a@b.example', '9840012345', now(), now());
    insert into documents (loan_id, type, key, size, content_type, etag, password, created_at) values
      ('L', 'pan_photo', 'documents/L/pan_photo/b', 2, 'image/png', 'b', null, now()),
      ('L', 'fee_receipt', 'documents/L/fee_receipt/r', 3, 'application/pdf', 'r', 'encrypted', now());
    insert into scans (key, loan_id, state, due_at) values
      ('documents/L/pan_photo/a', 'L', 'clean', now()), ('documents/L/fee_receipt/r', 'L', 'refused', now());
    insert into submissions (id, loan_id, number, submitted_at, documents)
      values ('00000000-0000-4000-8000-000000000002', 'L', 1, now(), '{"pan_photo":
        {"e_tag": "a", "size": 1, "content_type": "image/png", "uploaded_at": "2026-07-20T06:30:00.000Z"}}');
  `);
}

it('makes a content of what documents and submissions have, which says whether it was ever scanned', async () => {
  await loanOfTheVersionBefore();
  await migrate('0008_contents');
  expect((await database.query(everyContent)).rows).toEqual([
    {
      content: 'r',
      sha256: 'r',
      size: 3,
      password: 'encrypted',
      scan: 'refused',
      object: 'deleting',
      referenced: true,
    },
    { content: 'a', sha256: 'a', size: 1, password: null, scan: 'clean', object: 'stored', referenced: true },
    {
      content: 'b',
      sha256: 'b',
      size: 2,
      password: null,
      scan: 'not_scanned',
      object: 'stored',
      referenced: true,
    },
  ]);
  const { rows } = await database.query('select type, key from submission_contents');
  expect(rows).toEqual([{ type: 'pan_photo', key: 'documents/L/pan_photo/a' }]);
});

it('lets servers of the version before write documents, scans and submissions beside those of this one', async () => {
  await loanOfTheVersionBefore();
  await migrate('0008_contents');
  // The version before replaces a document, queues its scan and submits it.
  await database.exec(`
    update documents set key = 'documents/L/pan_photo/c', size = 4, etag = 'c', password = 'locked' where type = 'pan_photo';
    insert into scans (key, loan_id, state, due_at) values ('documents/L/pan_photo/c', 'L', 'waiting', now());
    update scans set state = 'clean' where key = 'documents/L/pan_photo/c';
    insert into submissions (id, loan_id, number, submitted_at, documents)
      values ('00000000-0000-4000-8000-000000000003', 'L', 2, now(),
        '{"pan_photo": {"e_tag": "c", "size": 4, "content_type": "image/png", "uploaded_at": ""}}');
  `);
  const [, , , added] = (await database.query(everyContent)).rows;
  expect(added).toEqual({
    content: 'c',
    sha256: 'c',
    size: 4,
    password: 'locked',
    scan: 'clean',
    object: 'stored',
    referenced: true,
  });
  // This version replaces it again, and the version before reads the columns that it knows.
  await database.exec(`
    insert into contents (key, loan_id, type, sha256, size, content_type, scan, uploaded_at)
      values ('documents/L/pan_photo/d', 'L', 'pan_photo', 'd', 5, 'application/pdf', 'clean', now());
    insert into documents (loan_id, type, key, created_at) values ('L', 'pan_photo', 'documents/L/pan_photo/d', now())
      on conflict (loan_id, type) do update set key = excluded.key;
  `);
  const { rows } = await database.query(
    `select key, size, content_type, etag, password from documents where type = 'pan_photo'`,
  );
  expect(rows).toEqual([
    { key: 'documents/L/pan_photo/d', size: 5, content_type: 'application/pdf', etag: 'd', password: null },
  ]);
});

const everyPartner = `
  select loans.id, loans.partner_id, partners.name, api_keys.key from loans
  join partners on partners.id = loans.partner_id
  join api_keys on api_keys.id = loans.api_key_id
  order by loans.id
`;

it('gives each key a partner, which owns its loans, and does so for servers of the version before', async () => {
  await loanOfTheVersionBefore();
  await database.exec(`update api_keys set key = 'secret'`);
  await migrate('0007_agreements', '0008_contents', '0009_queue', '0010_access_log', '0012_partners');
  const migrated = { id: 'L', partner_id: 'k', name: 'Key', key: null };
  expect((await database.query(everyPartner)).rows).toEqual([migrated]);
  // The version before makes a key and a loan, each in the way of its statements.
  await database.exec(`
    insert into api_keys (id, key_id, key_hash, name, created_at)
      values ('00000000-0000-4000-8000-000000000009', 'demo', 'h9', 'Demo', now())
      on conflict (key_id) do update set revoked_at = null;
    insert into loans (id, api_key_id, idempotency_key, name, email, mobile, created_at, updated_at)
      values ('M', '00000000-0000-4000-8000-000000000009', 'once', 'A', 'a@b.example', '9840012345', now(), now())
      on conflict (api_key_id, idempotency_key) do nothing;
  `);
  expect((await database.query(everyPartner)).rows).toEqual([
    migrated,
    { id: 'M', partner_id: 'demo', name: 'Demo', key: null },
  ]);
});

it('makes seniors of the reviewers of before, who go on seeing the partners that there are', async () => {
  await loanOfTheVersionBefore();
  await database.exec(`
    insert into reviewers (id, email, name, password_hash, created_at)
      values ('00000000-0000-4000-8000-000000000005', 'a@staff.example', 'Asha', 'h', now());
  `);
  await migrate('0007_agreements', '0008_contents', '0009_queue', '0010_access_log', '0012_partners');
  await migrate('0015_staff_roles');
  // The version before makes another account, and another partner comes.
  await database.exec(`
    insert into reviewers (id, email, name, password_hash, created_at)
      values ('00000000-0000-4000-8000-000000000006', 'b@staff.example', 'Bala', 'h', now());
    insert into partners (id, name, created_at) values ('later', 'Later', now());
  `);
  const { rows } = await database.query(`
    select name, role, array_agg(partner_id) as partners from reviewers
    left join staff_partners on reviewer_id = reviewers.id group by name, role order by name
  `);
  expect(rows).toEqual([
    { name: 'Asha', role: 'senior', partners: ['k'] },
    { name: 'Bala', role: 'reviewer', partners: [null] },
  ]);
});

it('lets servers of the version before count one-time passwords under their name for the table', async () => {
  const tags = migrationsOf().map(({ tag }) => tag);
  await migrate(...tags.slice(0, tags.indexOf('0019_customers') + 1));
  const key = '00000000-0000-4000-8000-000000000001';
  // In the way of its statements.
  const insert = `insert into "reentries" ("api_key_id", "loan_id", "otp_hash", "sent_at", "expires_at", "tries", "day",
    "tries_today", "sent_today", "birth_date_tries_today")
    values ('${key}', 'L', default, now(), now(), default, '2026-11-23', default, default, default)
    on conflict do nothing`;
  await database.exec(`${insert}; ${insert};`);
  const locked = await database.transaction(async (tx) => {
    const { rows } = await tx.query(
      `select "loan_id", "tries" from "reentries" where "loan_id" = 'L' for update`,
    );
    await tx.exec(`update "reentries" set "tries" = 1, "otp_hash" = 'h' where "loan_id" = 'L'`);
    return rows;
  });
  expect(locked).toEqual([{ loan_id: 'L', tries: 0 }]);
  const stored = `select api_key_id, subject, otp_hash, tries, sent_today from one_time_passwords`;
  expect((await database.query(stored)).rows).toEqual([
    { api_key_id: key, subject: 'L', otp_hash: 'h', tries: 1, sent_today: 0 },
  ]);
  await database.exec(`delete from "reentries" where "sent_at" < now() + interval '1 day'`);
  expect((await database.query(stored)).rows).toEqual([]);
});

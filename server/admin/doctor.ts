/**
 * The command `doctor`: one page of what is wrong with an installation. It changes nothing. Each check is a row of a
 * table; one that cannot be made counts as wrong.
 */
import { desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { sandboxByDefault } from '../config/sandbox.ts';
import { providerNames } from '../adapters/provider.ts';
import { readClockDifference } from '../db/clock-difference.ts';
import { migrationsOf, requireSchema } from '../db/migrate.ts';
import { type Database, executeSql } from '../db/open.ts';
import { contents } from '../db/schema/documents.ts';
import { loans } from '../db/schema/loans.ts';
import { contentsRoot } from '../loans/document-keys.ts';
import { reencryptPersonalData } from '../encryption/personal-data.ts';
import { readInstallation, readStoreId } from '../documents/installation.ts';
import { failedJobs, jobCounts } from '../jobs/counts.ts';
import { codeOf } from '../platform/log.ts';
import { missingJobs } from '../push/schedule.ts';
import type { CommandContext, CommandResult } from './command.ts';

type Finding = { ok: boolean; detail: string };

/** Most objects and rows that are looked up one by one; of more, a random sample or the first ones are. */
export const sampleSize = 2000;
const concurrentLookups = 16;
/** Earlier ones are not supported by PostgreSQL itself any more. */
const oldestPostgres = 15;

const fine = (detail: string): Finding => ({ ok: true, detail });
const amiss = (detail: string): Finding => ({ ok: false, detail });

const checks: readonly (readonly [name: string, check: (context: CommandContext) => Promise<Finding>])[] = [
  ['Database', checkDatabase],
  ['Schema', checkSchema],
  ['Clock', checkClock],
  ['Search index', checkSearchIndex],
  ['Object store', checkStore],
  ['Documents', checkDocuments],
  ['Objects', checkObjects],
  ['Passwords', checkPasswords],
  ['Personal data', checkPersonalData],
  ['Jobs', checkJobs],
  ['Applications', checkApplications],
];

/** The page but for the configuration, which is the caller's; its last line is the sum. */
export async function runChecks(context: CommandContext): Promise<CommandResult> {
  const lines: string[] = [];
  for (const [name, check] of checks) {
    const finding = await check(context).catch((error: unknown) => amiss(describeFailure(error)));
    lines.push(lineOf(name, finding));
  }
  return summarize(lines);
}

/** The line of a database that cannot be opened. */
export const describeUnopened = (reason: string): string => lineOf('Database', amiss(reason));

/** @param env the environment that a server would be started with */
export function examineConfiguration(env: Readonly<Record<string, string | undefined>>): string[] {
  try {
    const byDefault = sandboxByDefault(env);
    if (byDefault.fault) throw new ConfigError([byDefault.fault]);
    const config = readConfig(byDefault.sandbox ? { ...env, SANDBOX: '1' } : env);
    const detail = config.sandbox ? 'complete, for a sandbox' : 'complete';
    return [
      lineOf('Configuration', fine(detail)),
      lineOf('Payees', examinePayees(config)),
      lineOf('Providers', examineProviders(config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => lineOf('Configuration', amiss(fault)));
  }
}

function examinePayees({ lenderProfiles: { lenders } }: Config): Finding {
  const without = Object.entries(lenders).flatMap(([id, { settlementAccount }]) =>
    settlementAccount ? [] : [id],
  );
  if (without.length === 0) return fine('each lender has an account to be paid to');
  return amiss(
    `no payments and mandates of lender ${without.join(', ')}: no settlementAccount in its profile`,
  );
}

/** A sandbox has providers of its own; without a lender that makes offers nobody comes to these steps. */
function examineProviders({ sandbox, providers, lenderProfiles: { lenders } }: Config): Finding {
  const isNeeded = !sandbox && Object.keys(lenders).length > 0;
  const without = providerNames.filter((name) => isNeeded && !providers[name]);
  if (without.length === 0) return fine('each step after the approval has its company');
  const variables = without.map((name) => `${name.toUpperCase()}_URL`).join(', ');
  return amiss(`steps after the approval that nobody can do: ${variables} not set`);
}

const amissMark = 'AMISS';

const lineOf = (name: string, { ok, detail }: Finding): string =>
  `${(ok ? 'ok' : amissMark).padEnd(7)}${name.padEnd(15)}${detail}`;

/** The lines with their sum behind them; not ok where something is amiss. */
export function summarize(lines: string[]): CommandResult {
  const wrong = lines.filter((line) => line.startsWith(amissMark)).length;
  const last = wrong === 0 ? 'Nothing is amiss.' : `${wrong} of ${lines.length} are amiss.`;
  return { ok: wrong === 0, lines: [...lines, last] };
}

const describeFailure = (error: unknown): string => {
  const code = codeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : undefined);
  return `could not be examined${code === undefined ? '' : ` (${code})`}`;
};

/** Such as '2 documents', with a verb for one and for more. */
const counted = (n: number, one: string, more: string): string => `${n} ${n === 1 ? one : more}`;

async function checkDatabase({ db }: CommandContext): Promise<Finding> {
  const [row] = await executeSql<{ version: string; number: string }>(
    db,
    sql`select current_setting('server_version') as version, current_setting('server_version_num') as number`,
  );
  const major = Math.floor(Number(row?.number) / 10_000);
  const version = `PostgreSQL ${row?.version ?? ''}`;
  return major >= oldestPostgres ? fine(version) : amiss(`${version}: ${oldestPostgres} or newer is needed`);
}

async function checkSchema({ db }: CommandContext): Promise<Finding> {
  await requireSchema(db);
  return fine(`up to date with ${migrationsOf().at(-1)?.tag}`);
}

async function checkClock({ db }: CommandContext): Promise<Finding> {
  const { ms, isAllowed } = await readClockDifference(db);
  const detail = `${ms} ms between this machine and the database`;
  return isAllowed ? fine(detail) : amiss(detail);
}

async function checkSearchIndex({ db }: CommandContext): Promise<Finding> {
  const [row] = await executeSql<{ available: boolean; there: boolean }>(
    db,
    sql`select
      exists (select from pg_available_extensions where name = 'pg_trgm') as available,
      to_regclass('loans_name_trigrams') is not null as there`,
  );
  if (row?.there) return fine('the review queue searches parts of names by an index');
  return row?.available
    ? amiss('a search in the review queue reads the whole table: see docs/deployment.md, Database')
    : fine('none, this database has no pg_trgm');
}

async function checkStore({ db, openObjects }: CommandContext): Promise<Finding> {
  const { id, mode } = await readInstallation(db);
  const found = await readStoreId(await openObjects());
  if (found === id) return fine(`belongs to this database (${mode})`);
  return amiss(
    found === undefined ? 'has no installation id' : 'belongs to the database of another installation',
  );
}

const storedContents = eq(contents.object, 'stored');

/** Rows whose object is missing, or has another size. */
async function checkDocuments({ db, openObjects }: CommandContext): Promise<Finding> {
  const objects = await openObjects();
  const total = await db.$count(contents, storedContents);
  const rows = await db
    .select({ key: contents.key, size: contents.size })
    .from(contents)
    .where(storedContents)
    .orderBy(total > sampleSize ? sql`random()` : contents.key)
    .limit(sampleSize);
  const missing = await filterAsync(rows, async ({ key, size }) => (await objects.head(key))?.size !== size);
  const scope = total > rows.length ? `${rows.length} of ${total} looked up at random` : `${total} looked up`;
  if (missing.length === 0) return fine(`${scope}, each has its object`);
  return amiss(
    `${scope}, ${counted(missing.length, 'has', 'have')} no object, or another one: ${someOf(missing)}`,
  );
}

/** Objects that no row names: of a database that lost rows, or of another one. */
async function checkObjects({ db, openObjects }: CommandContext): Promise<Finding> {
  const found = await (await openObjects()).list(contentsRoot, sampleSize);
  const unknown = await withoutRow(db, found);
  const scope = found.length === sampleSize ? `the first ${sampleSize} listed` : `${found.length} listed`;
  if (unknown.length === 0) return fine(`${scope}, the database knows each`);
  return amiss(
    `${scope}, ${counted(unknown.length, 'is one that', 'are ones that')} the database does not know: ${someOf(unknown)}`,
  );
}

async function withoutRow<One extends { key: string }>(db: Database, found: One[]): Promise<One[]> {
  if (found.length === 0) return [];
  const keys = found.map(({ key }) => key);
  const rows = await db.select({ key: contents.key }).from(contents).where(inArray(contents.key, keys));
  const known = new Set(rows.map(({ key }) => key));
  return found.filter(({ key }) => !known.has(key));
}

/** Passwords of locked documents that the keys of this server do not open. */
async function checkPasswords({ db, openKeyring }: CommandContext): Promise<Finding> {
  const keyring = await openKeyring();
  const rows = await db
    .select({ key: contents.key, password: contents.password })
    .from(contents)
    .where(isNotNull(contents.password))
    .orderBy(desc(contents.uploadedAt))
    .limit(sampleSize);
  const unreadable = rows.filter(
    ({ key, password }) => keyring.decrypt('document password', key, password ?? '') === undefined,
  );
  if (unreadable.length === 0) return fine(`${counted(rows.length, 'is', 'are')} readable`);
  return amiss(
    `${unreadable.length} of ${rows.length} cannot be decrypted: ENCRYPTION_KEYS and OBJECTS_KEY lack the key that encrypted them`,
  );
}

/** PAN and account numbers of loans, likewise. */
async function checkPersonalData({ db, openKeyring }: CommandContext): Promise<Finding> {
  const keyring = await openKeyring();
  const { id, personalDetails, bankDetails } = loans;
  const rows = await db
    .select({ id, personalDetails, bankDetails })
    .from(loans)
    .orderBy(desc(loans.createdAt))
    .limit(sampleSize);
  const unreadable = rows.filter(
    ({ id: loanId, ...sections }) => reencryptPersonalData(loanId, sections, keyring).unreadable > 0,
  );
  if (unreadable.length === 0)
    return fine(`those of ${counted(rows.length, 'loan is', 'loans are')} readable`);
  return amiss(
    `those of ${unreadable.length} of ${rows.length} loans cannot be decrypted: ENCRYPTION_KEYS and OBJECTS_KEY lack the key that encrypted them`,
  );
}

async function checkJobs({ db }: CommandContext): Promise<Finding> {
  const failed = (await failedJobs(db)).length;
  if (failed > 0)
    return amiss(`${counted(failed, 'has', 'have')} failed for good: npm run admin -- list-failed-jobs`);
  const waiting = (await jobCounts(db)).reduce((sum, one) => sum + one.count, 0);
  return fine(`${waiting} to do, none has failed for good`);
}

async function checkApplications({ db }: CommandContext): Promise<Finding> {
  const loanIds = new Set<string>();
  for await (const missing of missingJobs(db)) for (const { loanId } of missing) loanIds.add(loanId);
  const stuck = loanIds.size;
  if (stuck === 0) return fine('each that waits for its lender has a job');
  return amiss(
    `${counted(stuck, 'waits', 'wait')} for a lender without a job; a server adds it within the hour`,
  );
}

/** Returns the items for which the test is true, running a few tests at a time. */
async function filterAsync<One>(all: One[], test: (one: One) => Promise<boolean>): Promise<One[]> {
  const found: One[] = [];
  for (let from = 0; from < all.length; from += concurrentLookups) {
    const batch = all.slice(from, from + concurrentLookups);
    const results = await Promise.all(batch.map(test));
    found.push(...batch.filter((_, index) => results[index]));
  }
  return found;
}

const mostNamed = 3;

const someOf = (found: { key: string }[]): string =>
  found
    .slice(0, mostNamed)
    .map(({ key }) => key)
    .join(', ') + (found.length > mostNamed ? ', …' : '');

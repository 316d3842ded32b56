/** The admin commands themselves, the same whether they run in the server or beside it. */
import { parseArgs } from 'node:util';
import { isDate } from '../../domain/values/dates.ts';
import { cleanMobile } from '../../domain/values/clean.ts';
import { importInstitutions } from '../import/institutions.ts';
import { failedJobs, runFailedJob, runFailedJobs } from '../jobs/counts.ts';
import { moveCustomer } from '../customers/profile.ts';
import { transaction } from '../db/open.ts';
import { markStore } from '../documents/installation.ts';
import { revokeLoanTokens } from '../loans/tokens.ts';
import { eraseCustomer, eraseNumber } from '../retention/erase-customer.ts';
import { eraseLoan, type Erasure } from '../retention/erase-loan.ts';
import { describeReport, verifyTimelines } from '../timeline/verify.ts';
import { reconcileFrom } from '../servicing/reconcile.ts';
import {
  type Argv,
  bareCommand,
  command,
  commandAbout,
  type CommandContext,
  succeed,
  listOr,
  requireArgument,
  type OptionName,
  options,
  type CommandResult,
  readMobile,
  fail,
  UsageError,
} from './command.ts';
import { isReading, listAdminActs, recordAdminAct } from './acts.ts';
import { contactCommands } from './contact-commands.ts';
import { runChecks } from './doctor.ts';
import { partnerCommands } from './partner-commands.ts';
import { reviewerCommands } from './reviewer-commands.ts';
import { rotateKeys } from './rotate-encryption.ts';

const commands = {
  ...partnerCommands,
  'revoke-loan-tokens': commandAbout('loanId', 'LOAN_ID', async ({ db, clock }, { loanId }) => {
    const revoked = await revokeLoanTokens(db, loanId, clock.now());
    if (revoked === 0) return fail(`No device has access to the loan ${loanId}.`);
    const tokens = revoked === 1 ? 'token is' : 'tokens are';
    return succeed(`${loanId}: ${revoked} ${tokens} revoked. Every device needs a one-time password again.`);
  }),
  'erase-loan': commandAbout('loanId', 'LOAN_ID', async ({ db, clock, openObjects }, { loanId }) => {
    const erasure = await eraseLoan({ db, clock, adapters: { objects: await openObjects() } }, loanId);
    return { ok: erasure.startsWith('erased'), lines: [`${loanId}: ${erasures[erasure]}`] };
  }),
  /** Moves a customer who has lost the number, once staff have made sure by telephone who is asking. */
  'change-customer-mobile': command({
    usage: 'MOBILE --next MOBILE',
    options: ['next'],
    read: (argv) => ({ mobile: readMobile(argv), next: readMobile({ argument: argv.values.next }) }),
    run: async ({ db }, { mobile, next }) => {
      const isMoved = await transaction(db, async (tx) => {
        const found = await moveCustomer(tx, mobile, next);
        if (found) await eraseNumber(tx, mobile);
        return found;
      });
      return isMoved
        ? succeed('The customer has the next number, and is signed in nowhere.')
        : fail('No customer has this number, or another one has the next.');
    },
  }),
  'erase-customer': command({
    usage: 'MOBILE',
    read: ({ argument }) => ({ mobile: cleanMobile(requireArgument(argument, 'MOBILE')) }),
    run: async (needs, { mobile }) => {
      const erased = await eraseCustomer(needs, mobile);
      if (!erased) return fail('No customer has this number.');
      if ('running' in erased)
        return fail(...erased.running.map((id) => `${id} is not repaid; the customer is erased after it.`));
      const remaining = erased.loans.map(
        (id) => `${id} remains, and nobody owns it: npm run admin -- erase-loan ${id}`,
      );
      return succeed('The customer is erased.', ...remaining);
    },
  }),
  ...contactCommands,
  'rotate-keys': bareCommand(async ({ db, openKeyring }) => {
    const { rotated, unreadable } = await rotateKeys(db, await openKeyring());
    const rotation = `${rotated} values are encrypted with the first key now.`;
    if (unreadable === 0) return succeed(rotation);
    const left = `${unreadable} cannot be decrypted: add the key that they were encrypted with to ENCRYPTION_KEYS.`;
    return fail(rotation, left);
  }),
  'import-institutions': command({
    usage: 'FILE',
    read: ({ argument, readFile }) => ({ text: readFile(requireArgument(argument, 'FILE')) }),
    run: async ({ db }, { text }) => {
      const report = await importInstitutions(db, text);
      const lines = report.refused.map(({ line, reason }) => `line ${line}: ${reason}`);
      const loaded = `Loaded ${report.institutions} institutions, ${report.courses} courses, ${report.options} EMI options.`;
      return lines.length === 0 ? succeed(loaded) : fail(...lines, loaded, `Refused ${lines.length} rows.`);
    },
  }),
  'list-failed-jobs': bareCommand(listFailedJobs),
  'run-job': commandAbout('jobId', 'JOB_ID', async ({ db, clock }, { jobId }) => {
    const isDone = await runFailedJob(db, jobId, clock.now());
    return isDone ? succeed(`${jobId} is run again.`) : fail(`No job that has failed has the id ${jobId}.`);
  }),
  'run-jobs': commandAbout('kind', 'KIND', async ({ db, clock }, { kind }) => {
    const count = await runFailedJobs(db, kind, clock.now());
    return count > 0 ? succeed(`${count} are run again.`) : fail(`No job of the kind ${kind} has failed.`);
  }),
  reconcile: command({
    usage: 'DAY',
    read: ({ argument = '' }) => {
      if (!isDate(argument)) throw new UsageError('A day is needed, such as 2026-11-28.');
      return { day: argument };
    },
    run: async ({ db, clock }, { day }) => {
      await reconcileFrom(db, day, { now: clock.now() });
      return succeed(`The lists from ${day} on are compared; see /review/cases.`);
    },
  }),
  'list-admin-acts': bareCommand(async ({ db }) =>
    listOr(await listAdminActs(db), 'Nothing was changed by a command yet.'),
  ),
  ...reviewerCommands,
  'adopt-store': bareCommand(async ({ db, clock, openObjects }) => {
    await markStore(db, await openObjects(), clock.now());
    return succeed('The object store belongs to this database from now on.');
  }),
  /** Opening the database has applied them. */
  migrate: bareCommand(async ({ migrated = [] }) =>
    succeed(
      migrated.length === 0 ? 'The schema is up to date.' : `Applied to the schema: ${migrated.join(', ')}.`,
    ),
  ),
  doctor: bareCommand(runChecks),
  'verify-timelines': bareCommand(async ({ db }) => {
    const report = await verifyTimelines(db);
    return { ok: report.unexplained.length === 0, lines: describeReport(report) };
  }),
};

type Commands = typeof commands;

/** A command as it is sent to the process that holds the database. */
export type Command = {
  [Name in keyof Commands]: { name: Name } & ReturnType<Commands[Name]['read']>;
}[keyof Commands];

const erasures: Record<Erasure, string> = {
  erased: 'erased. Its ids, times, statuses and amounts remain.',
  erasedBefore: 'erased before; what had come since is erased too.',
  unknown: 'there is no such loan.',
  running: 'the loan is paid out and not repaid yet. It cannot be erased before.',
  unsettled:
    'a payment is held, about which staff decide at /review/payments first, or an order can still be paid for half an hour.',
  inFlight: 'the lender is being called about it. Try again in a minute.',
};

export const usage = Object.entries(commands).map(([name, row]) =>
  ['npm run admin --', name, row.usage ?? []].flat().join(' '),
);

const isCommandName = (name: string): name is keyof Commands => Object.hasOwn(commands, name);

/**
 * @param readFile answers a file's text; it runs where the person is, not in the server
 * @throws UsageError
 */
export function readCommand(argv: string[], readFile: Argv['readFile']): Command {
  const { positionals, values } = parsed(argv);
  const [name, argument, ...more] = positionals;
  if (more.length > 0)
    throw new UsageError(`There is too much behind ${name}. A name with spaces needs quotes.`);
  refuseMisplacedOptions(name, values);
  if (name === undefined) throw new UsageError('A command is needed.');
  if (!isCommandName(name)) throw new UsageError(`There is no command ${name}.`);
  // The row of the name reads what the command of the name has.
  return { name, ...commands[name].read({ argument, values, readFile }) } as Command;
}

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The command cannot be read.');
  }
}

const listText = new Intl.ListFormat('en-GB');

function refuseMisplacedOptions(name: string | undefined, values: Argv['values']): void {
  for (const option of Object.keys(values) as OptionName[]) {
    const takers = Object.entries(commands).filter(([, row]) => row.options?.includes(option));
    const names = takers.map(([taker]) => taker);
    if (!names.some((one) => one === name))
      throw new UsageError(`--${option} belongs to ${listText.format(names)}.`);
  }
}

/** @param command with the operator, where the one who gives it is known */
export async function runCommand(
  context: CommandContext,
  { name, operator = 'unknown', ...args }: Command & { operator?: string },
): Promise<CommandResult> {
  let isDone = false;
  try {
    // The arguments were read by the row of the same name.
    const outcome = await commands[name].run(context, args as never);
    isDone = outcome.ok;
    return outcome;
  } finally {
    const at = context.clock.now();
    if (!isReading(name)) await recordAdminAct(context.db, { at, operator, command: name, args, isDone });
  }
}

async function listFailedJobs({ db }: CommandContext): Promise<CommandResult> {
  const lines = (await failedJobs(db)).map(({ id, kind, attempts, failedAt, lastError, payload }) => {
    const tried = `${attempts} attempts`;
    return [id, failedAt?.toISOString(), kind, tried, lastError, JSON.stringify(payload)].join('  ');
  });
  return listOr(lines, 'No job has failed.');
}

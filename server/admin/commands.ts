/** The admin commands themselves, the same whether they run in the server or beside it. */
import { parseArgs } from 'node:util';
import { isDate } from '../../domain/values/dates.ts';
import { cleanMobile, stripControlCharacters } from '../../domain/values/clean.ts';
import { type ComingProduct, comingProducts, isComingProduct } from '../../domain/pages/coming-products.ts';
import { parseContactAddress } from '../../domain/forms/product-interest.ts';
import type { StaffRole } from '../../domain/values/review-wire.ts';
import { isAddress } from '../adapters/email.ts';
import { importInstitutions } from '../import/institutions.ts';
import { failedJobs, runFailedJob } from '../jobs/counts.ts';
import { readOrigin } from '../partners/api-keys.ts';
import { markStore } from '../documents/installation.ts';
import { revokeLoanTokens } from '../loans/tokens.ts';
import { describeReport, verifyTimelines } from '../timeline/verify.ts';
import { staffRoles } from '../contract/policy.ts';
import { reconcileFrom } from '../servicing/reconcile.ts';
import { normalizeEmail } from '../staff/reviewers.ts';
import { type ContactCommand, contactUsage, runContactCommand } from './contact-commands.ts';
import type { CommandContext, Outcome } from './context.ts';
import { eraseByCommand, eraseCustomerByCommand } from './erase.ts';
import { runChecks } from './doctor.ts';
import { rotateKeysByCommand } from './rotate-keys.ts';
import { type PartnerCommand, partnerUsage, runPartnerCommand } from './partner-commands.ts';
import { type ReviewerCommand, reviewerUsage, runReviewerCommand } from './reviewer-commands.ts';

export type { CommandContext, Outcome };

/** A command as it travels to whoever holds the database. */
export type Command =
  | PartnerCommand
  | { name: 'revoke-loan-tokens'; loanId: string }
  | { name: 'import-institutions'; text: string }
  | { name: 'list-failed-jobs' }
  | { name: 'run-job'; jobId: string }
  | ReviewerCommand
  | { name: 'adopt-store' }
  | { name: 'migrate' }
  | { name: 'doctor' }
  | { name: 'verify-timelines' }
  | { name: 'erase-loan'; loanId: string }
  | { name: 'erase-customer'; mobile: string }
  | { name: 'reconcile'; day: string }
  | ContactCommand
  | { name: 'rotate-keys' };

/** Thrown for a command line that cannot be understood; `message` says how it should look. */
export class UsageError extends Error {}

export const usage = [
  ...partnerUsage,
  'npm run admin -- revoke-loan-tokens LOAN_ID',
  'npm run admin -- erase-loan LOAN_ID',
  'npm run admin -- erase-customer MOBILE',
  ...contactUsage,
  'npm run admin -- rotate-keys',
  'npm run admin -- import-institutions FILE',
  'npm run admin -- list-failed-jobs',
  'npm run admin -- run-job JOB_ID',
  'npm run admin -- reconcile DAY',
  ...reviewerUsage,
  'npm run admin -- adopt-store',
  'npm run admin -- migrate',
  'npm run admin -- doctor',
  'npm run admin -- verify-timelines',
];

/**
 * @param readFile answers a file's text; it runs where the person is, not in the server
 * @throws UsageError
 */
export function readCommand(argv: string[], readFile: (path: string) => string): Command {
  const { positionals, values } = parsed(argv);
  const [name, argument, ...more] = positionals;
  const origins = (values.origin ?? []).map(neededOrigin);
  if (more.length > 0)
    throw new UsageError(`There is too much behind ${name}. A name with spaces needs quotes.`);
  refuseMisplacedOptions(name, values);
  switch (name) {
    case 'create-partner':
      return { name, partnerName: needed(argument, 'NAME') };
    case 'create-key': {
      const partnerId = needed(argument, 'PARTNER_ID');
      return { name, partnerId, label: needed(values.label, '--label LABEL'), origins };
    }
    case 'rotate-key':
    case 'revoke-key':
      return { name, keyId: needed(argument, 'KEY_ID') };
    case 'add-partner-member': {
      const mobile = readMobile(argument);
      return { name, mobile, partnerId: needed(values.partner, '--partner PARTNER_ID') };
    }
    case 'remove-partner-member':
      return { name, mobile: readMobile(argument) };
    case 'revoke-loan-tokens':
    case 'erase-loan':
      return { name, loanId: needed(argument, 'LOAN_ID') };
    case 'erase-customer':
      return { name, mobile: cleanMobile(needed(argument, 'MOBILE')) };
    case 'export-interests':
    case 'notify-interests':
      return { name, product: readProduct(argument) };
    case 'erase-interests':
    case 'erase-conversations':
      return { name, address: parseContactAddress(needed(argument, 'MOBILE or EMAIL')).address };
    case 'import-institutions':
      return { name, text: readFile(needed(argument, 'FILE')) };
    case 'run-job':
      return { name, jobId: needed(argument, 'JOB_ID') };
    case 'reconcile':
      if (!isDate(argument ?? '')) throw new UsageError('A day is needed, such as 2026-11-28.');
      return { name, day: argument ?? '' };
    case 'create-reviewer': {
      const email = readEmail(argument);
      const fullName = needed(stripControlCharacters(values.name ?? ''), '--name NAME');
      return { name, email, fullName, role: readRole(values.role ?? 'reviewer') };
    }
    case 'list-failed-jobs':
    case 'list-keys':
    case 'list-partners':
    case 'list-reviewers':
    case 'adopt-store':
    case 'rotate-keys':
    case 'migrate':
    case 'doctor':
    case 'verify-timelines':
      return { name };
    case 'set-role':
      return { name, email: readEmail(argument), role: readRole(needed(values.role, '--role ROLE')) };
    case 'assign-partner':
    case 'unassign-partner': {
      const email = readEmail(argument);
      return { name, email, partnerId: needed(values.partner, '--partner PARTNER_ID') };
    }
    case 'reset-reviewer':
    case 'disable-reviewer':
      return { name, email: readEmail(argument) };
    default:
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is needed.');
  }
}

function parsed(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        origin: { type: 'string', multiple: true },
        label: { type: 'string' },
        name: { type: 'string' },
        partner: { type: 'string' },
        role: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The command cannot be read.');
  }
}

function needed(argument: string | undefined, what: string): string {
  const value = argument?.trim();
  if (!value) throw new UsageError(`${what} is missing.`);
  return value;
}

function readProduct(argument: string | undefined): ComingProduct {
  const product = needed(argument, 'PRODUCT');
  if (isComingProduct(product)) return product;
  throw new UsageError(`${product} is no product that is to come; there are ${comingProducts.join(', ')}.`);
}

function readRole(text: string): StaffRole {
  const role = staffRoles.find((one) => one === text);
  if (!role) throw new UsageError(`${text} is no role; there are ${staffRoles.join(', ')}.`);
  return role;
}

function readEmail(argument: string | undefined): string {
  const email = normalizeEmail(needed(argument, 'EMAIL'));
  if (!isAddress(email)) throw new UsageError(`${email} is not a mail address.`);
  return email;
}

function readMobile(argument: string | undefined): string {
  const mobile = cleanMobile(needed(argument, 'MOBILE'));
  if (!/^\d{10}$/.test(mobile)) throw new UsageError(`${mobile} is not a mobile number of 10 digits.`);
  return mobile;
}

function neededOrigin(text: string): string {
  const origin = readOrigin(text);
  if (!origin) throw new UsageError(`${text} is not an origin; it should look like https://school.example`);
  return origin;
}

const listText = new Intl.ListFormat('en-GB');

/** The commands that an option belongs to. */
const commandsOfOption = {
  origin: ['create-key'],
  label: ['create-key'],
  name: ['create-reviewer'],
  role: ['create-reviewer', 'set-role'],
  partner: ['assign-partner', 'unassign-partner', 'add-partner-member'],
} as const;

function refuseMisplacedOptions(
  command: string | undefined,
  values: Partial<Record<keyof typeof commandsOfOption, unknown>>,
): void {
  for (const [option, commands] of Object.entries(commandsOfOption)) {
    const isGiven = values[option as keyof typeof commandsOfOption] !== undefined;
    if (isGiven && !commands.some((one) => one === command))
      throw new UsageError(`--${option} belongs to ${listText.format(commands)}.`);
  }
}

/** Does what the command says. A refusal is an outcome that is not ok; a database that fails throws. */
export async function runCommand(context: CommandContext, command: Command): Promise<Outcome> {
  const { db, clock, openObjects } = context;
  switch (command.name) {
    case 'create-partner':
    case 'list-partners':
    case 'create-key':
    case 'list-keys':
    case 'rotate-key':
    case 'revoke-key':
    case 'add-partner-member':
    case 'remove-partner-member':
      return runPartnerCommand({ db, clock }, command);
    case 'revoke-loan-tokens':
      return revokeTokensByCommand(context, command.loanId);
    case 'erase-loan':
      return eraseByCommand(context, command.loanId);
    case 'erase-customer':
      return eraseCustomerByCommand(context, command.mobile);
    case 'export-interests':
    case 'notify-interests':
    case 'erase-interests':
    case 'erase-conversations':
      return runContactCommand(context, command);
    case 'rotate-keys':
      return rotateKeysByCommand(context);
    case 'import-institutions':
      return importByCommand(context, command.text);
    case 'list-failed-jobs':
      return listFailedJobs(context);
    case 'run-job':
      return (await runFailedJob(db, command.jobId, clock.now()))
        ? { ok: true, lines: [`${command.jobId} is run again.`] }
        : { ok: false, lines: [`No job that has failed has the id ${command.jobId}.`] };
    case 'reconcile':
      await reconcileFrom(db, command.day, { now: clock.now() });
      return { ok: true, lines: [`The lists from ${command.day} on are compared; see /review/cases.`] };
    case 'create-reviewer':
    case 'list-reviewers':
    case 'set-role':
    case 'assign-partner':
    case 'unassign-partner':
    case 'reset-reviewer':
    case 'disable-reviewer':
      return runReviewerCommand(context, command);
    case 'adopt-store':
      await markStore(db, await openObjects(), clock.now());
      return { ok: true, lines: ['The object store belongs to this database from now on.'] };
    case 'migrate':
      return { ok: true, lines: [describeMigrations(context.migrated ?? [])] };
    case 'doctor':
      return runChecks(context);
    case 'verify-timelines': {
      const report = await verifyTimelines(db);
      return { ok: report.unexplained.length === 0, lines: describeReport(report) };
    }
  }
}

async function revokeTokensByCommand({ db, clock }: CommandContext, loanId: string): Promise<Outcome> {
  const revoked = await revokeLoanTokens(db, loanId, clock.now());
  const line =
    revoked === 0
      ? `No device has access to the loan ${loanId}.`
      : `${loanId}: ${revoked} ${revoked === 1 ? 'token is' : 'tokens are'} revoked. Every device needs a one-time password again.`;
  return { ok: revoked > 0, lines: [line] };
}

async function importByCommand({ db }: CommandContext, text: string): Promise<Outcome> {
  const report = await importInstitutions(db, text);
  const refused = report.refused.map(({ line, reason }) => `line ${line}: ${reason}`);
  return {
    ok: refused.length === 0,
    lines: [
      ...refused,
      `Loaded ${report.institutions} institutions, ${report.courses} courses, ${report.options} EMI options.`,
      ...(refused.length > 0 ? [`Refused ${refused.length} rows.`] : []),
    ],
  };
}

async function listFailedJobs({ db }: CommandContext): Promise<Outcome> {
  const failed = await failedJobs(db);
  const lines = failed.map(({ id, kind, attempts, failedAt, lastError, payload }) =>
    [id, failedAt?.toISOString(), kind, `${attempts} attempts`, lastError, JSON.stringify(payload)].join(
      '  ',
    ),
  );
  return { ok: true, lines: lines.length > 0 ? lines : ['No job has failed.'] };
}

/** Opening the database has applied them. */
const describeMigrations = (tags: readonly string[]): string =>
  tags.length === 0 ? 'The schema is up to date.' : `Applied to the schema: ${tags.join(', ')}.`;

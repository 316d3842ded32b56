/** Defines admin commands and parses their arguments. */
import { cleanMobile, stripControlCharacters } from '../../domain/values/clean.ts';
import type { Objects } from '../adapters/objects.ts';
import { isAddress } from '../adapters/email.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { normalizeEmail } from '../staff/reviewers.ts';

/** Thrown for a command line that cannot be understood; `message` says how it should look. */
export class UsageError extends Error {}

/** The dependencies of a command. The object store is opened only for the commands that need it. */
export type CommandContext = {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'dataDir' | 'sandbox' | 'publicUrl' | 'port'>;
  openObjects: () => Promise<Objects>;
  openKeyring: () => Promise<Keyring>;
  /** The migrations that were applied when the database was opened for the command. */
  migrated?: string[];
};

export type CommandResult = { ok: boolean; lines: string[] };

export const succeed = (...lines: string[]): CommandResult => ({ ok: true, lines });
export const fail = (...lines: string[]): CommandResult => ({ ok: false, lines });
/** @param none is said in place of an empty list */
export const listOr = (lines: string[], none: string): CommandResult =>
  succeed(...(lines.length > 0 ? lines : [none]));

/** The options of all commands, as `parseArgs` takes them. */
export const options = {
  origin: { type: 'string', multiple: true },
  label: { type: 'string' },
  mode: { type: 'string' },
  next: { type: 'string' },
  name: { type: 'string' },
  partner: { type: 'string' },
  role: { type: 'string' },
  scope: { type: 'string', multiple: true },
} as const;

export type OptionName = keyof typeof options;

/** Options that may be given several times. */
type Several = 'origin' | 'scope';

export type Argv = {
  /** The argument after the command's name. */
  argument: string | undefined;
  values: { [Name in Several]?: string[] } & { [Name in Exclude<OptionName, Several>]?: string };
  /** Answers a file's text; it runs where the person is, not in the server. */
  readFile: (path: string) => string;
};

type CommandRow<Args extends object> = {
  /** The usage of the argument after the command's name. */
  usage?: string;
  options?: readonly OptionName[];
  /** @throws UsageError */
  read: (argv: Argv) => Args;
  /** Does what the command says. A refusal is an outcome that is not ok; a database that fails throws. */
  run: (context: CommandContext, args: Args) => Promise<CommandResult>;
};

/** A row of a table of commands; `read` says what `run` gets. */
export const command = <Args extends object>(row: CommandRow<Args>): CommandRow<Args> => row;

/** A command without arguments. */
export const bareCommand = (run: CommandRow<object>['run']) => command({ read: (): object => ({}), run });

/** A command about one thing, whose id or name stands behind it. */
export const commandAbout = <Name extends string>(
  name: Name,
  usage: string,
  run: CommandRow<Record<Name, string>>['run'],
) =>
  command({
    usage,
    read: ({ argument }) => ({ [name]: requireArgument(argument, usage) }) as Record<Name, string>,
    run,
  });

export function requireArgument(argument: string | undefined, what: string): string {
  const value = argument?.trim();
  if (!value) throw new UsageError(`${what} is missing.`);
  return value;
}

export const readPartner = ({ values }: Argv): string =>
  requireArgument(values.partner, '--partner PARTNER_ID');

export const readName = ({ values }: Argv): string =>
  requireArgument(stripControlCharacters(values.name ?? ''), '--name NAME');

export function readEmail({ argument }: Argv): string {
  const email = normalizeEmail(requireArgument(argument, 'EMAIL'));
  if (!isAddress(email)) throw new UsageError(`${email} is not a mail address.`);
  return email;
}

export function readMobile({ argument }: Pick<Argv, 'argument'>): string {
  const mobile = cleanMobile(requireArgument(argument, 'MOBILE'));
  if (!/^\d{10}$/.test(mobile)) throw new UsageError(`${mobile} is not a mobile number of 10 digits.`);
  return mobile;
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

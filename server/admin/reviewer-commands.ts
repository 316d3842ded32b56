/** The admin commands about the accounts of staff. */
import { generate } from 'lean-qr';
import type { StaffRole } from '../../domain/review-wire.ts';
import {
  assignPartner,
  createReviewer,
  disableReviewer,
  listReviewers,
  resetReviewer,
  setRole,
} from '../staff/reviewers.ts';
import { type Enrolment, enrolSecondFactor } from '../staff/second-factor.ts';
import type { CommandContext, Outcome } from './context.ts';

export type ReviewerCommand =
  | { name: 'create-reviewer'; email: string; fullName: string; role: StaffRole }
  | { name: 'list-reviewers' }
  | { name: 'set-role'; email: string; role: StaffRole }
  | { name: 'assign-partner' | 'unassign-partner'; email: string; partnerId: string }
  | { name: 'enrol-second-factor'; email: string }
  | { name: 'reset-reviewer'; email: string }
  | { name: 'disable-reviewer'; email: string };

export const reviewerUsage = [
  'npm run admin -- create-reviewer EMAIL --name NAME [--role reviewer|senior|administrator]',
  'npm run admin -- list-reviewers',
  'npm run admin -- set-role EMAIL --role ROLE',
  'npm run admin -- assign-partner EMAIL --partner PARTNER_ID',
  'npm run admin -- unassign-partner EMAIL --partner PARTNER_ID',
  'npm run admin -- enrol-second-factor EMAIL',
  'npm run admin -- reset-reviewer EMAIL',
  'npm run admin -- disable-reviewer EMAIL',
];

export async function runReviewerCommand(
  { db, clock, config, openKeyring }: CommandContext,
  command: ReviewerCommand,
): Promise<Outcome> {
  const now = clock.now();
  switch (command.name) {
    case 'create-reviewer': {
      const { email, fullName, role } = command;
      const made = await createReviewer(db, { email, name: fullName, role, now });
      if (!made)
        return { ok: false, lines: [`${email} is a reviewer already; reset-reviewer gives a new password.`] };
      const scope =
        role === 'administrator'
          ? 'Sees the applications of every partner.'
          : `Sees nothing yet: npm run admin -- assign-partner ${email} --partner PARTNER_ID`;
      return {
        ok: true,
        lines: [`${fullName} may sign in as ${email}.`, ...passwordLines(made.password), scope],
      };
    }
    case 'list-reviewers': {
      const lines = (await listReviewers(db)).map(({ email, createdAt, disabledAt, name, role, partners }) =>
        [
          email,
          createdAt.toISOString().slice(0, 10),
          disabledAt ? `disabled ${disabledAt.toISOString().slice(0, 10)}` : 'live',
          role,
          name,
          role === 'administrator' ? 'every partner' : partners.toSorted().join(' ') || 'no partner',
        ].join('  '),
      );
      return { ok: true, lines: lines.length > 0 ? lines : ['There is no reviewer yet.'] };
    }
    case 'set-role': {
      const { email, role } = command;
      return (await setRole(db, email, role))
        ? { ok: true, lines: [`${email} is ${role} from now on.`] }
        : noReviewer(email);
    }
    case 'assign-partner':
    case 'unassign-partner': {
      const { email, partnerId } = command;
      const isAssigned = command.name === 'assign-partner';
      if (!(await assignPartner(db, email, partnerId, isAssigned))) {
        return {
          ok: false,
          lines: [`There is no live reviewer ${email}, or no partner with the id ${partnerId}.`],
        };
      }
      return {
        ok: true,
        lines: [`${email} ${isAssigned ? 'sees' : 'no longer sees'} the partner ${partnerId}.`],
      };
    }
    case 'enrol-second-factor': {
      const { email } = command;
      const keyring = await openKeyring();
      const enrolment = await enrolSecondFactor(db, { email, keyring, sandbox: config.sandbox });
      return enrolment ? { ok: true, lines: enrolmentLines(enrolment) } : noReviewer(email);
    }
    case 'reset-reviewer': {
      const password = await resetReviewer(db, command.email);
      if (password === undefined) return noReviewer(command.email);
      const done = `${command.email} is signed out everywhere and needs this password from now on.`;
      return { ok: true, lines: [done, ...passwordLines(password)] };
    }
    case 'disable-reviewer':
      return (await disableReviewer(db, command.email, now))
        ? { ok: true, lines: [`${command.email} is signed out everywhere and may not sign in any more.`] }
        : noReviewer(command.email);
  }
}

const passwordLines = (password: string): string[] => [
  `Password: ${password}`,
  'The password is shown this once only; hand it over safely.',
];

const enrolmentLines = ({ secret, uri, recoveryCodes }: Enrolment): string[] => [
  'For the authenticator app of the reviewer, as a QR code, a link or a text:',
  generate(uri).toString({ on: '  ', off: '██', padX: 4, padY: 2 }),
  uri,
  `Secret: ${secret}`,
  `Recovery codes, each good for one sign-in without the app: ${recoveryCodes.join(' ')}`,
  'All of this is shown this once only; hand it over safely.',
];

const noReviewer = (email: string): Outcome => ({
  ok: false,
  lines: [`There is no live reviewer with the address ${email}.`],
});

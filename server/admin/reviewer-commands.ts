/** The admin commands about the accounts of staff. */
import type { StaffRole } from '../../domain/values/wire.ts';
import { staffRoles } from '../contract/policy.ts';
import { siteOf } from '../http/site.ts';
import { type Invitation, invitationLink, needsPassword } from '../staff/invitations.ts';
import {
  setPartnerAccess,
  createReviewer,
  disableReviewer,
  type ListedReviewer,
  listReviewers,
  resetReviewer,
  setRole,
} from '../staff/reviewers.ts';
import {
  type Argv,
  bareCommand,
  command,
  dayOf,
  succeed,
  listOr,
  requireArgument,
  readEmail,
  readName,
  readPartner,
  fail,
  UsageError,
} from './command.ts';

export const reviewerCommands = {
  'create-reviewer': command({
    usage: 'EMAIL --name NAME [--role reviewer|senior|administrator]',
    options: ['name', 'role'],
    read: (argv) => ({
      email: readEmail(argv),
      fullName: readName(argv),
      role: readRole(argv.values.role ?? 'reviewer'),
    }),
    run: async ({ db, clock, config }, { email, fullName, role }) => {
      const made = await createReviewer(db, { email, name: fullName, role, now: clock.now() });
      if (!made) return fail(`${email} is a reviewer already; reset-reviewer invites again.`);
      const scope =
        role === 'administrator'
          ? 'Sees the applications of every partner.'
          : `Sees nothing yet: npm run admin -- assign-partner ${email} --partner PARTNER_ID`;
      const link = linkLines(siteOf(config), made.invitation);
      return succeed(`${fullName} is invited as ${email}.`, ...link, scope);
    },
  }),
  'list-reviewers': bareCommand(async ({ db }) => {
    const lines = (await listReviewers(db)).map((reviewer) => {
      const { email, createdAt, name, role, partners } = reviewer;
      const seen = role === 'administrator' ? 'every partner' : partners.toSorted().join(' ');
      return [email, dayOf(createdAt), stateOf(reviewer), role, name, seen || 'no partner'].join('  ');
    });
    return listOr(lines, 'There is no reviewer yet.');
  }),
  'set-role': command({
    usage: 'EMAIL --role ROLE',
    options: ['role'],
    read: (argv) => ({
      email: readEmail(argv),
      role: readRole(requireArgument(argv.values.role, '--role ROLE')),
    }),
    run: async ({ db }, { email, role }) =>
      (await setRole(db, email, role)) ? succeed(`${email} is ${role} from now on.`) : noReviewer(email),
  }),
  'assign-partner': partnerAccess(true, 'sees'),
  'unassign-partner': partnerAccess(false, 'no longer sees'),
  'reset-reviewer': command({
    usage: 'EMAIL',
    read: emailAlone,
    run: async ({ db, clock, config }, { email }) => {
      const invitation = await resetReviewer(db, email, clock.now());
      if (!invitation) return noReviewer(email);
      const reset = `${email} is signed out everywhere, and has neither password nor second factor any more.`;
      return succeed(reset, ...linkLines(siteOf(config), invitation));
    },
  }),
  'disable-reviewer': command({
    usage: 'EMAIL',
    read: emailAlone,
    run: async ({ db, clock }, { email }) =>
      (await disableReviewer(db, email, clock.now()))
        ? succeed(`${email} is signed out everywhere and may not sign in any more.`)
        : noReviewer(email),
  }),
};

function partnerAccess(isAssigned: boolean, sees: string) {
  return command({
    usage: 'EMAIL --partner PARTNER_ID',
    options: ['partner'],
    read: (argv) => ({ email: readEmail(argv), partnerId: readPartner(argv) }),
    run: async ({ db }, { email, partnerId }) =>
      (await setPartnerAccess(db, email, partnerId, isAssigned))
        ? succeed(`${email} ${sees} the partner ${partnerId}.`)
        : fail(`There is no live reviewer ${email}, or no partner with the id ${partnerId}.`),
  });
}

function emailAlone(argv: Argv): { email: string } {
  return { email: readEmail(argv) };
}

function readRole(text: string): StaffRole {
  const role = staffRoles.find((one) => one === text);
  if (!role) throw new UsageError(`${text} is no role; there are ${staffRoles.join(', ')}.`);
  return role;
}

const linkLines = (site: string, invitation: Invitation): string[] => [
  `Until ${minuteOf(invitation.expiresAt)}, this link lets them choose a password and a second factor, once:`,
  invitationLink(site, invitation),
  'It is shown this once only; hand it over safely.',
];

const stateOf = (reviewer: ListedReviewer): string => {
  const { disabledAt, invitationExpiresAt } = reviewer;
  if (disabledAt) return `disabled ${dayOf(disabledAt)}`;
  const isInvited = invitationExpiresAt !== null && needsPassword(reviewer);
  return isInvited ? `invited until ${minuteOf(invitationExpiresAt)}` : 'live';
};

/** Formats a time to the minute in UTC, like the log. */
const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`;

const noReviewer = (email: string) => fail(`There is no live reviewer with the address ${email}.`);

/** The admin commands about the accounts of staff. */
import type { StaffRole } from '../../domain/values/review-wire.ts';
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
import type { CommandContext, Outcome } from './context.ts';

export type ReviewerCommand =
  | { name: 'create-reviewer'; email: string; fullName: string; role: StaffRole }
  | { name: 'list-reviewers' }
  | { name: 'set-role'; email: string; role: StaffRole }
  | { name: 'assign-partner' | 'unassign-partner'; email: string; partnerId: string }
  | { name: 'reset-reviewer'; email: string }
  | { name: 'disable-reviewer'; email: string };

export const reviewerUsage = [
  'npm run admin -- create-reviewer EMAIL --name NAME [--role reviewer|senior|administrator]',
  'npm run admin -- list-reviewers',
  'npm run admin -- set-role EMAIL --role ROLE',
  'npm run admin -- assign-partner EMAIL --partner PARTNER_ID',
  'npm run admin -- unassign-partner EMAIL --partner PARTNER_ID',
  'npm run admin -- reset-reviewer EMAIL',
  'npm run admin -- disable-reviewer EMAIL',
];

export async function runReviewerCommand(
  { db, clock, config }: CommandContext,
  command: ReviewerCommand,
): Promise<Outcome> {
  const now = clock.now();
  switch (command.name) {
    case 'create-reviewer': {
      const { email, fullName, role } = command;
      const made = await createReviewer(db, { email, name: fullName, role, now });
      if (!made)
        return { ok: false, lines: [`${email} is a reviewer already; reset-reviewer invites again.`] };
      const scope =
        role === 'administrator'
          ? 'Sees the applications of every partner.'
          : `Sees nothing yet: npm run admin -- assign-partner ${email} --partner PARTNER_ID`;
      return {
        ok: true,
        lines: [`${fullName} is invited as ${email}.`, ...linkLines(siteOf(config), made.invitation), scope],
      };
    }
    case 'list-reviewers': {
      const lines = (await listReviewers(db)).map((reviewer) => {
        const { email, createdAt, name, role, partners } = reviewer;
        const seen = role === 'administrator' ? 'every partner' : partners.toSorted().join(' ');
        return [email, dayOf(createdAt), stateOf(reviewer), role, name, seen || 'no partner'].join('  ');
      });
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
      if (!(await setPartnerAccess(db, email, partnerId, isAssigned))) {
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
    case 'reset-reviewer': {
      const { email } = command;
      const invitation = await resetReviewer(db, email, now);
      if (!invitation) return noReviewer(email);
      const done = `${email} is signed out everywhere, and has neither password nor second factor any more.`;
      return { ok: true, lines: [done, ...linkLines(siteOf(config), invitation)] };
    }
    case 'disable-reviewer':
      return (await disableReviewer(db, command.email, now))
        ? { ok: true, lines: [`${command.email} is signed out everywhere and may not sign in any more.`] }
        : noReviewer(command.email);
  }
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

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** In UTC, as the times of the log are. */
const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`;

const noReviewer = (email: string): Outcome => ({
  ok: false,
  lines: [`There is no live reviewer with the address ${email}.`],
});

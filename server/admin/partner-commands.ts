/** The admin commands about partners and their API keys. */
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../partners/api-keys.ts';
import { addPartnerMember, removePartnerMember } from '../partner-view/members.ts';
import { createPartner, listPartners } from '../partners/partners.ts';
import type { CommandContext, Outcome } from './context.ts';

export type PartnerCommand =
  | { name: 'create-partner'; partnerName: string }
  | { name: 'list-partners' }
  | { name: 'create-key'; partnerId: string; label: string; origins: string[] }
  | { name: 'list-keys' }
  | { name: 'rotate-key'; keyId: string }
  | { name: 'revoke-key'; keyId: string }
  | { name: 'add-partner-member'; mobile: string; partnerId: string }
  | { name: 'remove-partner-member'; mobile: string };

export const partnerUsage = [
  'npm run admin -- create-partner NAME',
  'npm run admin -- list-partners',
  'npm run admin -- create-key PARTNER_ID --label LABEL [--origin https://school.example …]',
  'npm run admin -- list-keys',
  'npm run admin -- rotate-key KEY_ID',
  'npm run admin -- revoke-key KEY_ID',
  'npm run admin -- add-partner-member MOBILE --partner PARTNER_ID',
  'npm run admin -- remove-partner-member MOBILE',
];

export async function runPartnerCommand(
  { db, clock }: Pick<CommandContext, 'db' | 'clock'>,
  command: PartnerCommand,
): Promise<Outcome> {
  const now = clock.now();
  switch (command.name) {
    case 'create-partner': {
      const { id } = await createPartner(db, { name: command.partnerName, now });
      return {
        ok: true,
        lines: [`Partner id: ${id}`, `A key: npm run admin -- create-key ${id} --label LABEL`],
      };
    }
    case 'list-partners': {
      const lines = (await listPartners(db)).map(({ id, name, createdAt }) =>
        [id, dayOf(createdAt), name].join('  '),
      );
      return { ok: true, lines: lines.length > 0 ? lines : ['There is no partner yet.'] };
    }
    case 'create-key': {
      const { partnerId, label, origins } = command;
      const made = await createApiKey(db, { partnerId, label, origins, now });
      if (!made) return { ok: false, lines: [`There is no partner with the id ${partnerId}.`] };
      const framing =
        origins.length > 0 ? `May be framed by: ${origins.join(' ')}` : 'May not be framed by any site.';
      return { ok: true, lines: [...keyLines(made), framing] };
    }
    case 'list-keys': {
      const lines = (await listApiKeys(db)).map(
        ({ keyId, label, partnerId, partnerName, createdAt, revokedAt, origins }) =>
          [
            keyId,
            dayOf(createdAt),
            revokedAt ? `revoked ${dayOf(revokedAt)}` : 'live',
            label,
            `${partnerName} (${partnerId})`,
            ...origins,
          ].join('  '),
      );
      return { ok: true, lines: lines.length > 0 ? lines : ['There is no key yet.'] };
    }
    case 'rotate-key': {
      const made = await rotateApiKey(db, command.keyId, now);
      if (!made) return noKey(command.keyId);
      const next = `Both keys are live. Once the partner uses the new one: npm run admin -- revoke-key ${command.keyId}`;
      return { ok: true, lines: [...keyLines(made), next] };
    }
    case 'revoke-key':
      return (await revokeApiKey(db, command.keyId, now))
        ? {
            ok: true,
            lines: [`${command.keyId} is revoked: it begins no application. Those that were begun go on.`],
          }
        : noKey(command.keyId);
    case 'add-partner-member': {
      const { mobile, partnerId } = command;
      return (await addPartnerMember(db, { mobile, partnerId, now }))
        ? { ok: true, lines: [`${mobile} sees the applications of ${partnerId} at /app/partner.`] }
        : { ok: false, lines: [`There is no partner with the id ${partnerId}.`] };
    }
    case 'remove-partner-member':
      return (await removePartnerMember(db, command.mobile))
        ? { ok: true, lines: [`${command.mobile} sees the applications of no partner any more.`] }
        : { ok: false, lines: [`${command.mobile} is the member of no partner.`] };
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const keyLines = ({ key, keyId }: { key: string; keyId: string }): string[] => [
  `Key id: ${keyId}`,
  `Key:    ${key}`,
  'The key is shown this once only; keep it safe.',
];

const noKey = (keyId: string): Outcome => ({
  ok: false,
  lines: [`There is no live key with the id ${keyId}.`],
});

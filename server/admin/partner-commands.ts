/** The admin commands about partners and their API keys. */
import type { PartnerScope } from '../../domain/values/wire.ts';
import { partnerScopes } from '../contract/policy.ts';
import { createApiKey, listApiKeys, readOrigin, revokeApiKey, rotateApiKey } from '../partners/api-keys.ts';
import { addPartnerMember, removePartnerMember } from '../partner-view/members.ts';
import { createPartner, listPartners } from '../partners/partners.ts';
import {
  bareCommand,
  command,
  commandAbout,
  dayOf,
  succeed,
  listOr,
  requireArgument,
  readMobile,
  readPartner,
  fail,
  UsageError,
} from './command.ts';

export const partnerCommands = {
  'create-partner': commandAbout('partnerName', 'NAME', async ({ db, clock }, { partnerName }) => {
    const { id } = await createPartner(db, { name: partnerName, now: clock.now() });
    return succeed(`Partner id: ${id}`, `A key: npm run admin -- create-key ${id} --label LABEL`);
  }),
  'list-partners': bareCommand(async ({ db }) => {
    const partners = await listPartners(db);
    const lines = partners.map(({ id, name, createdAt }) => [id, dayOf(createdAt), name].join('  '));
    return listOr(lines, 'There is no partner yet.');
  }),
  'create-key': command({
    usage: 'PARTNER_ID --label LABEL [--origin https://school.example …]',
    options: ['origin', 'label'],
    read: ({ argument, values }) => ({
      origins: (values.origin ?? []).map(neededOrigin),
      partnerId: requireArgument(argument, 'PARTNER_ID'),
      label: requireArgument(values.label, '--label LABEL'),
    }),
    run: async ({ db, clock }, { partnerId, label, origins }) => {
      const made = await createApiKey(db, { partnerId, label, origins, now: clock.now() });
      if (!made) return noPartner(partnerId);
      const framing =
        origins.length > 0 ? `May be framed by: ${origins.join(' ')}` : 'May not be framed by any site.';
      return succeed(...keyLines(made), framing);
    },
  }),
  /** Makes a key of a partner's server (decision 129). */
  'create-secret-key': command({
    usage: 'PARTNER_ID --label LABEL --mode test|live --scope SCOPE …',
    options: ['label', 'mode', 'scope'],
    read: ({ argument, values }) => ({
      partnerId: requireArgument(argument, 'PARTNER_ID'),
      label: requireArgument(values.label, '--label LABEL'),
      test: isTestMode(requireArgument(values.mode, '--mode test|live')),
      scopes: (values.scope ?? [requireArgument(undefined, '--scope SCOPE')]).map(neededScope),
    }),
    run: async ({ db, clock }, { partnerId, label, test, scopes }) => {
      const kind = { origins: [], secret: true, test, scopes: [...new Set(scopes)] };
      const made = await createApiKey(db, { partnerId, label, now: clock.now(), ...kind });
      return made ? succeed(...keyLines(made), `May: ${kind.scopes.join(' ')}`) : noPartner(partnerId);
    },
  }),
  'list-keys': bareCommand(async ({ db }) => {
    const lines = (await listApiKeys(db)).map(
      ({ keyId, label, partnerId, partnerName, createdAt, revokedAt, origins, ...key }) => {
        const state = revokedAt ? `revoked ${dayOf(revokedAt)}` : 'live';
        const partner = `${partnerName} (${partnerId})`;
        const kind = key.secret ? [`secret ${key.test ? 'test' : 'live'}`, ...key.scopes] : [];
        return [keyId, dayOf(createdAt), state, label, partner, ...origins, ...kind].join('  ');
      },
    );
    return listOr(lines, 'There is no key yet.');
  }),
  'rotate-key': commandAbout('keyId', 'KEY_ID', async ({ db, clock }, { keyId }) => {
    const made = await rotateApiKey(db, keyId, clock.now());
    if (!made) return noKey(keyId);
    const next = `Both keys are live. Once the partner uses the new one: npm run admin -- revoke-key ${keyId}`;
    return succeed(...keyLines(made), next);
  }),
  'revoke-key': commandAbout('keyId', 'KEY_ID', async ({ db, clock }, { keyId }) => {
    const isDone = await revokeApiKey(db, keyId, clock.now());
    return isDone
      ? succeed(`${keyId} is revoked: it begins no application. Those that were begun go on.`)
      : noKey(keyId);
  }),
  'add-partner-member': command({
    usage: 'MOBILE --partner PARTNER_ID',
    options: ['partner'],
    read: (argv) => ({ mobile: readMobile(argv), partnerId: readPartner(argv) }),
    run: async ({ db, clock }, { mobile, partnerId }) =>
      (await addPartnerMember(db, { mobile, partnerId, now: clock.now() }))
        ? succeed(`${mobile} sees the applications of ${partnerId} at /app/partner.`)
        : noPartner(partnerId),
  }),
  'remove-partner-member': command({
    usage: 'MOBILE',
    read: (argv) => ({ mobile: readMobile(argv) }),
    run: async ({ db }, { mobile }) =>
      (await removePartnerMember(db, mobile))
        ? succeed(`${mobile} sees the applications of no partner any more.`)
        : fail(`${mobile} is the member of no partner.`),
  }),
};

function neededOrigin(text: string): string {
  const origin = readOrigin(text);
  if (!origin) throw new UsageError(`${text} is not an origin; it should look like https://school.example`);
  return origin;
}

function neededScope(text: string): PartnerScope {
  const scope = partnerScopes.find((one) => one === text);
  if (!scope) throw new UsageError(`${text} is no scope; there are ${partnerScopes.join(', ')}.`);
  return scope;
}

function isTestMode(text: string): boolean {
  if (text !== 'test' && text !== 'live')
    throw new UsageError(`${text} is no mode; there are test and live.`);
  return text === 'test';
}

const keyLines = ({ key, keyId }: { key: string; keyId: string }): string[] => [
  `Key id: ${keyId}`,
  `Key:    ${key}`,
  'The key is shown this once only; keep it safe.',
];

const noPartner = (id: string) => fail(`There is no partner with the id ${id}.`);

const noKey = (keyId: string) => fail(`There is no live key with the id ${keyId}.`);

/**
 * The partners' API keys, and the keys in the links of messages. Each is stored as its SHA-256 alone and shown once,
 * when it is made. They are random and have 256 bits, so that nobody can try them all: a slow hash with salt, which
 * protects passwords that people think up, would only make each call slower.
 */
import { hash } from 'node:crypto';
import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { type Database, transaction } from '../db/open.ts';
import { createChangeNotifier } from '../db/row-cache.ts';
import { linkKeys, loans } from '../db/schema/loans.ts';
import { apiKeys, partners } from '../db/schema/partners.ts';

export type ApiKey = typeof apiKeys.$inferSelect;

/** The public id of the sandbox's key, which opens nothing outside the sandbox (decision 28). */
export const demoKeyId = 'demo';
export const demoSecretKeyId = 'demo_secret';
export const demoPartnerId = 'demo';

/** SHA-256 in hex, for keys and tokens, which are random. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

const linkKeyPrefix = 'fl_';

/** The beginning of each secret key, by which it is told from an access token, and found in code by scanners. */
export const secretKeyPrefix = 'fps_';

const prefixOf = ({ secret, test }: Pick<ApiKey, 'secret' | 'test'>): string =>
  secret ? `${secretKeyPrefix}${test ? 'test' : 'live'}_` : 'fp_';

/** Says whether a key is a server's, and what it then does. */
export type KeyKind = Pick<ApiKey, 'secret' | 'test' | 'scopes'>;

const randomSecret = (prefix: string): string => `${prefix}${platform.randomBytes(32).toString('base64url')}`;

/**
 * @param asked.origins that may frame the page, each as `https://school.example`
 * @returns the key, to be shown once, and its public id; undefined if the partner does not exist
 */
export async function createApiKey(
  db: Database,
  asked: { partnerId: string; label: string; origins: string[]; now: Date } & Partial<KeyKind>,
): Promise<{ key: string; keyId: string } | undefined> {
  const { partnerId, label, origins, now, secret = false, test = false, scopes = [] } = asked;
  const [partner] = await db.select().from(partners).where(eq(partners.id, partnerId));
  if (!partner) return undefined;
  const key = randomSecret(prefixOf({ secret, test }));
  const kind: KeyKind = { secret, test, scopes };
  const [id, keyId] = [platform.uuid(), platform.randomBytes(6).toString('hex')];
  await db
    .insert(apiKeys)
    .values({ id, keyId, partnerId, keyHash: hashSecret(key), label, origins, createdAt: now, ...kind });
  return { key, keyId };
}

/**
 * Makes another key like a live one, which stays live until it is revoked, so that the partner can change over.
 * @returns undefined where no live key has this public id
 */
export async function rotateApiKey(
  db: Database,
  keyId: string,
  now: Date,
): Promise<{ key: string; keyId: string } | undefined> {
  const [former] = await db.select().from(apiKeys).where(isLiveKey(keyId));
  return former && createApiKey(db, { ...former, now });
}

/** The demo key's row may be there from a sandbox on the same database; outside a sandbox it opens nothing. */
const opensHere = (sandbox: boolean) => (sandbox ? undefined : ne(apiKeys.partnerId, demoPartnerId));

/** A secret key opens no page and begins no loan there (decision 129). */
const isPublishable = eq(apiKeys.secret, false);

/** The conditions of a look-up. */
export type KeyScope = {
  sandbox: boolean;
  /** True for applicants who have a loan already: they can go on with a revoked key (decision 2a). */
  acceptsRevoked?: boolean;
  /** Finds secret keys too: the cache tells the kinds apart itself. */
  acceptsSecret?: boolean;
};

/**
 * @param secret a partner's publishable key, or the key of a link in a message, which stands for a key of the loan's
 *   partner, a secret one where there is no other: then like a revoked one
 * @returns undefined for one that is unknown, revoked, or the sandbox's outside a sandbox
 */
export async function findApiKey(
  db: Database,
  secret: string,
  { sandbox, acceptsRevoked = false, acceptsSecret = false }: KeyScope,
): Promise<ApiKey | undefined> {
  const keyHash = hashSecret(secret);
  const isFound = and(opensHere(sandbox), acceptsRevoked ? undefined : isNull(apiKeys.revokedAt));
  if (!secret.startsWith(linkKeyPrefix)) {
    const [found] = await db
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.keyHash, keyHash), isFound, acceptsSecret ? undefined : isPublishable));
    return found;
  }
  const [found] = await db
    .select({ key: apiKeys })
    .from(linkKeys)
    .innerJoin(loans, eq(loans.id, linkKeys.loanId))
    .innerJoin(apiKeys, eq(apiKeys.partnerId, loans.partnerId))
    .where(and(eq(linkKeys.keyHash, keyHash), isFound, acceptsRevoked ? undefined : isPublishable))
    .orderBy(asc(apiKeys.secret), desc(sql`${apiKeys.revokedAt} is null`), desc(apiKeys.createdAt))
    .limit(1);
  return found?.key;
}

/**
 * A key for the links of a message about a loan, which opens nothing until its hash is stored in `link_keys`; the row
 * ends with the loan.
 */
export const generateLinkKey = (): string => randomSecret(linkKeyPrefix);

/** The partner whose page an address is, and the origins that may frame it (decision 1). */
export type PagePartner = { id: string; framers: string[] };

/**
 * @param address the key of the page's address, or the partner's public id that takes its place (decision 1)
 * @param findKey in place of `findApiKey`: a cache
 * @returns undefined where no key of the partner is in force; `acceptsRevoked` as for `findApiKey`
 */
export async function findPagePartner(
  db: Database,
  address: { key?: string | undefined; partnerId?: string | undefined },
  scope: KeyScope,
  findKey: (secret: string) => Promise<ApiKey | undefined> = (secret) => findApiKey(db, secret, scope),
): Promise<PagePartner | undefined> {
  const { key: secret, partnerId = '' } = address;
  const keys = secret
    ? [await findKey(secret)].filter((key) => key !== undefined)
    : await keysOfPartner(db, partnerId, scope);
  const live = keys.filter(({ revokedAt, secret }) => revokedAt === null && !secret);
  return keys[0] && { id: keys[0].partnerId, framers: [...new Set(live.flatMap(({ origins }) => origins))] };
}

const keysOfPartner = async (
  db: Database,
  partnerId: string,
  { sandbox, acceptsRevoked = false }: KeyScope,
): Promise<ApiKey[]> =>
  /^[\w-]{1,64}$/.test(partnerId)
    ? db
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.partnerId, partnerId),
            isPublishable,
            opensHere(sandbox),
            acceptsRevoked ? undefined : isNull(apiKeys.revokedAt),
          ),
        )
    : [];

export async function listApiKeys(db: Database): Promise<(ApiKey & { partnerName: string })[]> {
  const rows = await db
    .select({ key: apiKeys, partnerName: partners.name })
    .from(apiKeys)
    .innerJoin(partners, eq(partners.id, apiKeys.partnerId))
    .orderBy(asc(partners.createdAt), asc(apiKeys.createdAt));
  return rows.map(({ key, partnerName }) => ({ ...key, partnerName }));
}

const isLiveKey = (keyId: string) => and(eq(apiKeys.keyId, keyId), isNull(apiKeys.revokedAt));

export const keyRevocation = createChangeNotifier('feepath_key_revoked');

/** @returns false where no live key has this public id */
export async function revokeApiKey(db: Database, keyId: string, now: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(isLiveKey(keyId))
      .returning({ id: apiKeys.id });
    await keyRevocation.notifyChange(tx);
    return revoked.length > 0;
  });
}

/** @returns the origin (scheme, host and port, nothing after) as browsers write it, or undefined */
export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && (href === origin || href === `${origin}/`)
    ? origin
    : undefined;
}

/**
 * Sessions of customers (decision 71). The page holds an access token for 15 minutes, in memory alone; a cookie that no
 * script can read holds the refresh token, which gets the next access token and is replaced each time. A session ends 30
 * days after its last use and 180 days after the sign-in. Tokens are stored hashed.
 */
import { createHmac } from 'node:crypto';
import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm';
import { dayMs } from '../../domain/values/dates.ts';
import { platform } from '../platform/platform.ts';
import { type ApiKey, hashSecret } from '../partners/api-keys.ts';
import { type Database, transaction } from '../db/open.ts';
import { customers, customerSessions, customerTokens } from '../db/schema/customers.ts';
import { apiKeys } from '../db/schema/partners.ts';
import { housePartnerId } from '../partners/partners.ts';

export type Customer = typeof customers.$inferSelect;
export type SessionRow = typeof customerSessions.$inferSelect;

/** The tokens of a device: the access token for the page and the refresh token for its cookie. */
export type SessionTokens = { access: string; refresh: string };

const minuteMs = 60 * 1000;
export const accessValidMs = 15 * minuteMs;
export const idleMs = 30 * dayMs;
const longestMs = 180 * dayMs;

/** The grace period for concurrent refreshes, and for a browser that did not receive the next token. */
const replacedTokenGraceMs = minuteMs;

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

const randomToken = (): string => platform.randomBytes(32).toString('base64url');

const isLive = (now: Date) =>
  and(
    gt(customerSessions.lastUsedAt, ago(now, idleMs)),
    gt(customerSessions.signedInAt, ago(now, longestMs)),
  );

/** Starts a session of a customer whose one-time password was right. @param device browser and system, for the list */
export async function startSession(
  tx: Database,
  { customerId, device, now }: { customerId: string; device: string; now: Date },
): Promise<SessionTokens> {
  const session = { id: platform.uuid(), customerId, device, secret: randomToken() };
  await tx.insert(customerSessions).values({ ...session, signedInAt: now, lastUsedAt: now });
  const tokens = { access: randomToken(), refresh: randomToken() };
  await insertToken(tx, { sessionId: session.id, kind: 'refresh', token: tokens.refresh, now });
  await insertToken(tx, { sessionId: session.id, kind: 'access', token: tokens.access, now });
  return tokens;
}

async function insertToken(
  tx: Database,
  { token, now, ...row }: { sessionId: string; kind: 'access' | 'refresh'; token: string; now: Date },
): Promise<void> {
  await tx
    .insert(customerTokens)
    .values({ ...row, tokenHash: hashSecret(token), createdAt: now })
    .onConflictDoNothing();
}

/**
 * Replaces a refresh token by the next one, with an access token. A token that was replaced gets the same next one for a
 * minute more; after that it was stolen, or the next one was, and the session ends.
 * @returns undefined where the token opens nothing
 */
export const refreshTokens = (
  db: Database,
  token: string,
  now: Date,
): Promise<{ customer: Customer; tokens: SessionTokens } | undefined> =>
  transaction(db, async (tx) => {
    const tokenHash = hashSecret(token);
    const isToken = and(eq(customerTokens.tokenHash, tokenHash), eq(customerTokens.kind, 'refresh'));
    const id = tx.select({ id: customerTokens.sessionId }).from(customerTokens).where(isToken);
    const [session] = await tx
      .select()
      .from(customerSessions)
      .where(and(inArray(customerSessions.id, id), isLive(now)))
      .for('update');
    // Read once the session is locked: a concurrent call may have replaced it.
    const [found] = await tx
      .select({ customer: customers, replacedAt: customerTokens.replacedAt })
      .from(customerTokens)
      .innerJoin(customerSessions, eq(customerSessions.id, customerTokens.sessionId))
      .innerJoin(customers, eq(customers.id, customerSessions.customerId))
      .where(isToken);
    if (!session || !found) return undefined;
    const { customer, replacedAt } = found;
    if (replacedAt && replacedAt <= ago(now, replacedTokenGraceMs)) {
      await endSession(tx, { id: session.id, customerId: customer.id });
      return undefined;
    }
    const tokens = { access: randomToken(), refresh: nextToken(session, token) };
    if (!replacedAt) {
      await tx.update(customerTokens).set({ replacedAt: now }).where(eq(customerTokens.tokenHash, tokenHash));
      await insertToken(tx, { sessionId: session.id, kind: 'refresh', token: tokens.refresh, now });
    }
    await tx
      .delete(customerTokens)
      .where(
        and(
          eq(customerTokens.sessionId, session.id),
          eq(customerTokens.kind, 'access'),
          lte(customerTokens.createdAt, ago(now, accessValidMs)),
        ),
      );
    await insertToken(tx, { sessionId: session.id, kind: 'access', token: tokens.access, now });
    await tx.update(customerSessions).set({ lastUsedAt: now }).where(eq(customerSessions.id, session.id));
    return { customer, tokens };
  });

/** Follows from the former token and what the session's row has, so that a repeat gets the same without storing it. */
const nextToken = ({ secret }: SessionRow, former: string): string =>
  createHmac('sha256', secret).update(former).digest('base64url');

/**
 * Returns the customer signed in by an access token, with the key of the house partner that the customer acts with.
 * @returns undefined if the session is not in force
 */
export async function findCustomerSession(
  db: Database,
  token: string,
  now: Date,
): Promise<{ customer: Customer; sessionId: string; key: ApiKey } | undefined> {
  const [found] = await db
    .select({ customer: customers, sessionId: customerSessions.id, key: apiKeys })
    .from(customerTokens)
    .innerJoin(customerSessions, eq(customerSessions.id, customerTokens.sessionId))
    .innerJoin(customers, eq(customers.id, customerSessions.customerId))
    .innerJoin(apiKeys, eq(apiKeys.keyId, housePartnerId))
    .where(
      and(
        eq(customerTokens.tokenHash, hashSecret(token)),
        eq(customerTokens.kind, 'access'),
        gt(customerTokens.createdAt, ago(now, accessValidMs)),
        isLive(now),
      ),
    );
  return found;
}

/** The sessions of a customer that have not ended, the one used last first. */
export const listSessions = (db: Database, customerId: string, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(customerSessions)
    .where(and(eq(customerSessions.customerId, customerId), isLive(now)))
    .orderBy(desc(customerSessions.lastUsedAt), customerSessions.id);

/** @returns false where the customer has no such session */
export async function endSession(
  db: Database,
  { id, customerId }: { id: string; customerId: string },
): Promise<boolean> {
  const ended = await db
    .delete(customerSessions)
    .where(and(eq(customerSessions.id, id), eq(customerSessions.customerId, customerId)))
    .returning({ id: customerSessions.id });
  return ended.length > 0;
}

/** Ends the session that a refresh token belongs to, if there is one. */
export async function endSessionOfToken(db: Database, token: string): Promise<void> {
  const [found] = await db
    .select({ id: customerSessions.id, customerId: customerSessions.customerId })
    .from(customerTokens)
    .innerJoin(customerSessions, eq(customerSessions.id, customerTokens.sessionId))
    .where(and(eq(customerTokens.tokenHash, hashSecret(token)), eq(customerTokens.kind, 'refresh')));
  if (found) await endSession(db, found);
}

/** Ends every session of a customer. @param except the id of one that goes on */
export async function endSessions(db: Database, customerId: string, except?: string): Promise<void> {
  await db
    .delete(customerSessions)
    .where(
      and(
        eq(customerSessions.customerId, customerId),
        except === undefined ? undefined : ne(customerSessions.id, except),
      ),
    );
}

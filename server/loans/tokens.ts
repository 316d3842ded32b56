/** The tokens that open one loan each (decision 2a): random, hashed, good for 24 hours unused and 30 days in all. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { dayMs } from '../../domain/values/dates.ts';
import { platform } from '../platform/platform.ts';
import type { Database } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import { institutions } from '../db/schema/institutions.ts';
import { loans, loanTokens } from '../db/schema/loans.ts';
import { hashSecret } from '../partners/api-keys.ts';
import { type LoanRecord, recordColumns, normalizeRecord } from './record.ts';

export type LoanRow = typeof loans.$inferSelect;

const idleMs = dayMs;
const longestMs = 30 * dayMs;

/** A use is noted when the last note is this old, so that reading a loan is not also a write each time. */
const noteEveryMs = 60 * 1000;

/** A token, which the client keeps, and the hash that is stored. */
export function createLoanToken(): { token: string; tokenHash: string } {
  const token = platform.randomBytes(32).toString('base64url');
  return { token, tokenHash: hashSecret(token) };
}

/**
 * Makes a token for a loan that was, or is being, stored by `db`. Answers what the client keeps.
 * @param createdAt from when its longest life counts
 */
export async function issueLoanToken(
  db: Database,
  loanId: string,
  now: Date,
  createdAt = now,
): Promise<string> {
  const { token, tokenHash } = createLoanToken();
  await db.insert(loanTokens).values({ tokenHash, loanId, createdAt, lastUsedAt: now });
  return token;
}

/** Ends every token of a loan: each device needs a one-time password again. @returns how many were in force */
export async function revokeLoanTokens(db: Database, loanId: string, now: Date): Promise<number> {
  const revoked = await db
    .update(loanTokens)
    .set({ revokedAt: now })
    .where(and(eq(loanTokens.loanId, loanId), isTokenInForce(now)))
    .returning({ tokenHash: loanTokens.tokenHash });
  return revoked.length;
}

const loanByToken = preparedOn((db) =>
  db
    .select({ ...recordColumns, lastUsedAt: loanTokens.lastUsedAt })
    .from(loanTokens)
    .innerJoin(loans, eq(loans.id, loanTokens.loanId))
    .leftJoin(institutions, eq(institutions.id, loans.institutionId))
    .where(
      and(
        eq(loanTokens.tokenHash, sql.placeholder('tokenHash')),
        eq(loanTokens.loanId, sql.placeholder('loanId')),
        eq(loans.partnerId, sql.placeholder('partnerId')),
        isNull(loanTokens.revokedAt),
        gt(loanTokens.lastUsedAt, sql.placeholder('usedAfter')),
        gt(loanTokens.createdAt, sql.placeholder('issuedAfter')),
      ),
    )
    .prepare('loan_by_token'),
);

/** The loan, if it is this partner's and the token is its own, live one; undefined in every other case. */
export async function findLoanByToken(
  db: Database,
  { loanId, partnerId, token, now }: { loanId: string; partnerId: string; token: string; now: Date },
): Promise<LoanRecord | undefined> {
  const tokenHash = hashSecret(token);
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const [found] = await loanByToken(db).execute({
    ...{ tokenHash, loanId, partnerId },
    ...{ usedAfter: before(idleMs), issuedAfter: before(longestMs) },
  });
  if (!found) return undefined;
  if (now.getTime() - found.lastUsedAt.getTime() > noteEveryMs) {
    await db.update(loanTokens).set({ lastUsedAt: now }).where(eq(loanTokens.tokenHash, tokenHash));
  }
  return normalizeRecord(found);
}

export const isTokenInForce = (now: Date) =>
  and(
    isNull(loanTokens.revokedAt),
    gt(loanTokens.lastUsedAt, new Date(now.getTime() - idleMs)),
    gt(loanTokens.createdAt, new Date(now.getTime() - longestMs)),
  );

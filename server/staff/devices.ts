/**
 * Browsers in which a reviewer has signed in before. Their failed sign-ins are counted apart from those of other
 * browsers, so that somebody who types a reviewer's address and wrong passwords does not lock the reviewer out.
 */
import { and, eq, gt } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { hashSecret } from '../partners/api-keys.ts';
import type { Database } from '../db/open.ts';
import { reviewers, staffDevices } from '../db/schema/staff.ts';

/** A device is known for so long after its first sign-in. */
export const deviceKnownMs = 180 * 24 * 60 * 60 * 1000;

/** @returns the hash of the device's token where this reviewer has signed in on it; undefined for any other */
export async function findDevice(
  db: Database,
  { token, email, now }: { token: string | undefined; email: string; now: Date },
): Promise<string | undefined> {
  if (!token) return undefined;
  const [found] = await db
    .select({ tokenHash: staffDevices.tokenHash })
    .from(staffDevices)
    .innerJoin(reviewers, eq(reviewers.id, staffDevices.reviewerId))
    .where(
      and(
        eq(staffDevices.tokenHash, hashSecret(token)),
        eq(reviewers.email, email),
        gt(staffDevices.createdAt, new Date(now.getTime() - deviceKnownMs)),
      ),
    );
  return found?.tokenHash;
}

/** Remembers a device on which a reviewer has just signed in. @returns the token for its cookie */
export async function registerDevice(db: Database, reviewerId: string, now: Date): Promise<string> {
  const token = platform.randomBytes(32).toString('base64url');
  await db.insert(staffDevices).values({ tokenHash: hashSecret(token), reviewerId, createdAt: now });
  return token;
}

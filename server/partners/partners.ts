/** The partners that bring applicants: the owners of API keys and of loans. */
import { asc } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import type { Database } from '../db/open.ts';
import { partners } from '../db/schema/partners.ts';
import type { ApiKey } from './api-keys.ts';

/**
 * The partner of the loans that customers create by themselves, and the public id of its key, which nobody has: both are
 * rows of a migration.
 */
export const housePartnerId = 'feepath';

/** The partner that a secret key or a member stands for. */
export type PartnerCaller = {
  id: string;
  /** The applications that a key sees and makes: test ones, or the others; null for a member, who says which. */
  test: boolean | null;
  /** Absent for a member. */
  key?: ApiKey;
  /** The id of the customer who is a member; absent for a key. */
  memberId?: string;
};

export type Partner = typeof partners.$inferSelect;

/** @returns with its public id, which the admin commands take */
export async function createPartner(
  db: Database,
  { name, now }: { name: string; now: Date },
): Promise<Partner> {
  const partner = { id: platform.randomBytes(6).toString('hex'), name, createdAt: now };
  await db.insert(partners).values(partner);
  return partner;
}

export function listPartners(db: Database): Promise<Partner[]> {
  return db.select().from(partners).orderBy(asc(partners.createdAt), asc(partners.id));
}

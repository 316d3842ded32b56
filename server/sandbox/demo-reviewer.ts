/** The account of a reviewer that every sandbox has. */
import { platform } from '../platform/platform.ts';
import type { Database } from '../db/open.ts';
import { reviewers } from '../db/schema/staff.ts';
import { demoReviewerEmail } from '../staff/sessions.ts';

/** The same everywhere; signs in nowhere outside the sandbox (decision 28). */
export const demoReviewer = {
  email: demoReviewerEmail,
  password: 'feepath-demo-reviewer',
  /** The hash of the public password, stored here so that no start has to compute it. */
  passwordHash:
    '$argon2id$v=19$m=19456,t=2,p=1$I7o6cnFZnaT0f+i7KJwu0Q$op0b5AlTRQF6ZlcrgfBa92MMmbXPZgYwBQR9kUZJaWw',
  name: 'Demo reviewer',
  role: 'administrator',
} as const;

/** Creates the demo reviewer, or enables it again with its own password. */
export async function ensureDemoReviewer(db: Database, now: Date): Promise<void> {
  const { email, name, role, passwordHash } = demoReviewer;
  await db
    .insert(reviewers)
    .values({ id: platform.uuid(), email, name, role, passwordHash, createdAt: now })
    .onConflictDoUpdate({
      target: reviewers.email,
      set: { role, passwordHash, disabledAt: null, totpSecret: null, invitationHash: null },
    });
}

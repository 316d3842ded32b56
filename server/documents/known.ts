/** Every content that a document has or was submitted with, and how it travels. */
import { eq } from 'drizzle-orm';
import type { DocumentContent } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { scans } from '../db/schema.ts';
import { submissionsOf } from '../loans/submissions.ts';
import { currentContents, type Scanned } from './contents.ts';
import { contentKey } from './keys.ts';

export type Known = Scanned & {
  /** Whether the application was ever submitted with it. */
  submitted: boolean;
};

export type KnownContents = {
  /** What the document has now. */
  current: (type: string) => Known | undefined;
  /** That, and those that were submitted before, the newest first. */
  all: (type: string) => Known[];
};

export async function knownContents(db: Database, loanId: string): Promise<KnownContents> {
  const now = await currentContents(db, loanId);
  const submissions = await submissionsOf(db, loanId);
  const found = await db.select().from(scans).where(eq(scans.loanId, loanId));
  const scanOf = new Map(found.map(({ key, state }) => [key, state]));

  const submitted = (type: string): Known[] =>
    submissions
      .flatMap(({ documents }) => documents[type] ?? [])
      .map((content) => {
        const key = contentKey({ loanId, type, etag: content.e_tag });
        return { ...content, scan: scanOf.get(key) ?? 'clean', submitted: true };
      });
  const current = (type: string): Known | undefined => {
    const content = now[type];
    return content && { ...content, submitted: submitted(type).some((one) => one.e_tag === content.e_tag) };
  };
  const all = (type: string): Known[] => {
    const once = new Map([...submitted(type), current(type) ?? []].flat().map((one) => [one.e_tag, one]));
    return [...once.values()]
      .reverse()
      .sort((one, other) => other.uploaded_at.localeCompare(one.uploaded_at));
  };
  return { current, all };
}

/** As it travels: that it has a password, and not which. */
export const contentOnWire = (
  loanId: string,
  type: string,
  { password, ...content }: Known,
): DocumentContent => ({
  ...content,
  key: contentKey({ loanId, type, etag: content.e_tag }),
  has_password: password !== null,
});

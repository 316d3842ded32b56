/** Every content that a document has or was submitted with, and its shape in the contract. */
import { eq } from 'drizzle-orm';
import type { DocumentContent } from '../../domain/wire.ts';
import type { Database } from '../db/open.ts';
import { scans } from '../db/schema.ts';
import { submissionsOf } from '../loans/submissions.ts';
import { currentContents, type ScannedContent } from './contents.ts';
import { contentKey } from './object-keys.ts';

export type HistoricContent = ScannedContent & {
  /** Whether the application was ever submitted with it. */
  submitted: boolean;
};

export type ContentHistory = {
  /** The content that the document has now. */
  current: (type: string) => HistoricContent | undefined;
  /** That one and those that were submitted before, the newest first. */
  all: (type: string) => HistoricContent[];
};

export async function readContentHistory(db: Database, loanId: string): Promise<ContentHistory> {
  const now = await currentContents(db, loanId);
  const submissions = await submissionsOf(db, loanId);
  const found = await db.select().from(scans).where(eq(scans.loanId, loanId));
  const scanOf = new Map(found.map(({ key, state }) => [key, state]));

  const submitted = (type: string): HistoricContent[] =>
    submissions
      .flatMap(({ documents }) => documents[type] ?? [])
      .map((content) => {
        const key = contentKey({ loanId, type, etag: content.e_tag });
        return { ...content, scan: scanOf.get(key) ?? 'clean', submitted: true };
      });
  const current = (type: string): HistoricContent | undefined => {
    const content = now[type];
    return content && { ...content, submitted: submitted(type).some((one) => one.e_tag === content.e_tag) };
  };
  const all = (type: string): HistoricContent[] => {
    const once = new Map([...submitted(type), current(type) ?? []].flat().map((one) => [one.e_tag, one]));
    return [...once.values()]
      .reverse()
      .sort((one, other) => other.uploaded_at.localeCompare(one.uploaded_at));
  };
  return { current, all };
}

/** In the shape of the contract, which says whether there is a password and never which. */
export const contentOnWire = (
  loanId: string,
  type: string,
  { password, ...content }: HistoricContent,
): DocumentContent => ({
  ...content,
  key: contentKey({ loanId, type, etag: content.e_tag }),
  has_password: password !== null,
});

/** An application's documents as a reviewer reads them: the current contents and those of earlier submissions. */
import { documentTypes, needOf } from '../../domain/documents.ts';
import type { Loan } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { contentOnWire, readContentHistory } from '../documents/content-history.ts';

type Reviewed = components['schemas']['ReviewedDocument'];

/** Every document that the loan needs or has or had, in the order in which they are asked for. */
export async function readReviewedDocuments(db: Database, loan: Loan): Promise<Reviewed[]> {
  const contents = await readContentHistory(db, loan.loan_id);
  return documentTypes
    .map((type) => ({
      type,
      contents: contents.all(type).map((one) => contentOnWire(loan.loan_id, type, one)),
    }))
    .filter(({ type, contents: all }) => all.length > 0 || needOf(type, loan) !== 'not_needed');
}

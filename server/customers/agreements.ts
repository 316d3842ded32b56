/** What a customer has agreed to: the texts of each submission, with their versions and the sentence of the form. */
import { and, eq, isNull } from 'drizzle-orm';
import { legalDocuments } from '../../domain/pages/legal.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { submissions } from '../db/schema/review.ts';

type CustomerAgreement = components['schemas']['CustomerAgreement'];

/** The newest first. A submission that answers queries repeats the agreement of the one before, and is left out. */
export async function listAgreements(db: Database, customerId: string): Promise<CustomerAgreement[]> {
  const rows = await db
    .select({ loanId: loans.id, at: submissions.submittedAt, agreed: submissions.agreed })
    .from(submissions)
    .innerJoin(loans, eq(loans.id, submissions.loanId))
    .where(and(eq(loans.customerId, customerId), isNull(loans.erasedAt), eq(submissions.supplement, false)))
    .orderBy(submissions.submittedAt, submissions.number);
  const seen = new Set<string>();
  const agreements = rows.flatMap(({ loanId, at, agreed }) =>
    legalDocuments.flatMap((document): CustomerAgreement[] => {
      const version = agreed[`${document}_version`];
      const key = `${loanId} ${document} ${version}`;
      if (version === undefined || seen.has(key)) return [];
      seen.add(key);
      const { language, words } = agreed;
      return [{ loan_id: loanId, document, version, language, at: at.toISOString(), words }];
    }),
  );
  return agreements.toReversed();
}

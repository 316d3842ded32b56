/**
 * The signed copy of an agreement: what both have signed, with the times of the signatures and the hash that they are
 * under (decision 88). It is for reading; the document without signatures is the one that was signed.
 */
import { and, eq } from 'drizzle-orm';
import type { AgreementInput, AgreementSignatures } from '../../domain/servicing/agreement.ts';
import type { Database } from '../db/open.ts';
import { issuedDocuments, signatureRequests } from '../db/schema/servicing.ts';
import type { PageModel } from '../issued-documents/page-model.ts';
import { renderSignedAgreement } from '../issued-documents/render.ts';
import type { JobResult } from '../jobs/runner.ts';
import { lenderName } from '../config/lender-profiles.ts';
import { queueMessages } from '../outbox/queue.ts';
import { Problem } from '../http/problem.ts';
import { storeDocument } from './issued-documents.ts';
import type { StepNeeds } from './steps.ts';

/** The job `servicing.signedAgreement`: issues the copy, and sends it with the agreement to the customer's mail. */
export async function issueSignedAgreementByJob(
  needs: StepNeeds,
  { requestId }: { requestId: string },
): Promise<JobResult> {
  const signed = await findSigned(needs.db, requestId);
  if (!signed) return 'done';
  const { agreement, pages, input } = signed;
  const { id, loanId, lenderId, offerId, language } = agreement;
  const { clock, config } = needs;
  try {
    // A second run finds the number taken, and sends nothing.
    await storeDocument(
      needs,
      {
        ...{ loanId, lenderId, offerId, kind: 'signed_agreement', language, input },
        number: `${agreement.number}-SIGNED`,
        // Its words are those that were signed, whatever those of today are.
        render: async () => ({
          ...(await renderSignedAgreement(pages, input, language)),
          version: agreement.version,
        }),
      },
      (tx, { loan, document }) =>
        queueMessages(tx, {
          ...{ loan, template: 'servicing.agreement', now: clock.now(), config },
          documents: [id, document.id],
          values: { lender: lenderName(config.lenderProfiles, lenderId) },
        }),
    );
    return 'done';
  } catch (error) {
    // The loan is gone or erased.
    if (error instanceof Problem && [404, 410].includes(error.status)) return 'done';
    throw error;
  }
}

/** Undefined where not both have signed, and where the loan is erased. */
async function findSigned(db: Database, requestId: string) {
  const [found] = await db
    .select({ request: signatureRequests, agreement: issuedDocuments })
    .from(signatureRequests)
    .innerJoin(issuedDocuments, eq(issuedDocuments.id, signatureRequests.documentId))
    .where(and(eq(signatureRequests.id, requestId), eq(signatureRequests.state, 'countersigned')));
  if (!found?.request.signedAt || !found.request.countersignedAt || !found.agreement.pages) return undefined;
  const { agreement, request } = found;
  const signatures: AgreementSignatures = {
    borrowerSignedAt: found.request.signedAt.toISOString(),
    mobileDigits: request.signedMobileDigits ?? '',
    lenderSignedAt: found.request.countersignedAt.toISOString(),
    signedSha256: request.documentSha256,
  };
  const input = { ...(agreement.input as unknown as AgreementInput), signatures };
  return { agreement, pages: found.agreement.pages as unknown as PageModel, input };
}

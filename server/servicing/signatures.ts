/** The agreement of an accepted offer: issued, signed by the customer by a one-time password, countersigned by the lender. */
import { and, eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { todayInIndia } from '../../domain/values/dates.ts';
import type { KeyFactsInput } from '../../domain/servicing/key-facts.ts';
import type { Language, SignatureRequested } from '../../domain/values/wire.ts';
import { signatureTarget } from '../customers/otp.ts';
import type { Customer } from '../customers/sessions.ts';
import { type Database, transaction } from '../db/open.ts';
import { issuedDocuments, signatureRequests } from '../db/schema/servicing.ts';
import { renderAgreement } from '../issued-documents/render.ts';
import { ofLenderLoan } from '../db/lender-loan-key.ts';
import { issuedOtp, issueOtp, markOtpUsed, lockVerifiedOtp, otpRefused, verifyOtp } from '../otp/issue.ts';
import { signaturePurpose } from '../otp/purposes.ts';
import { queueSms } from '../outbox/queue.ts';
import { documentOnWire, issueDocument, type IssuedDocumentRow } from './issued-documents.ts';
import type { LenderLoanRow } from './lender-loans.ts';
import { servicingRefusal } from './refusals.ts';
import { enqueueLenderPoll } from './lender-polling.ts';
import { advanceStage } from './stage.ts';
import { latestSignature } from './step-rows.ts';
import { lockOpenSteps, type StepNeeds } from './steps.ts';

/**
 * Issues the agreement in a language, or finds the one that was issued, and sends a password to sign it with.
 * @throws Problem 404 and 409 as the contract says, 429 where a password was sent a moment ago
 */
export async function requestSignature(
  needs: StepNeeds,
  { mobile }: Pick<Customer, 'mobile'>,
  { loanId, language }: { loanId: string; language: Language },
): Promise<SignatureRequested> {
  const { db, clock, config } = needs;
  const { row, offer, keyFacts } = await transaction(db, async (tx) => {
    const servicing = await lockOpenSteps(tx, loanId, clock.now());
    const signed = await latestSignature(tx, servicing.offer);
    if (signed && signed.state !== 'requested') throw servicingRefusal('servicing.step.done');
    return { ...servicing, keyFacts: await acceptedFacts(tx, servicing.row) };
  });
  const input = { keyFacts, drawnUpOn: todayInIndia(clock.now()), grievances: config.grievances };
  const document = await issueDocument(needs, {
    ...{ offer, kind: 'agreement', language },
    inputOf: () => input,
    render: renderAgreement,
  });
  await transaction(db, async (tx) => {
    await lockOpenSteps(tx, loanId, clock.now());
    await openRequest(tx, document, clock.now());
  });
  await issueOtp(needs, { target: signatureTarget(row), purpose: signaturePurpose }, (tx, values, now) =>
    queueSms(tx, { mobile, language, now, template: 'customer.sign', values }),
  );
  return { document: documentOnWire(document), ...issuedOtp };
}

/**
 * Signs the document whose hash the customer has read, and tells the lender, which countersigns.
 * @throws Problem 400 at otp, 404 and 409 as the contract says, 429 after too many wrong passwords
 */
export async function signAgreement(
  { db, clock, config }: StepNeeds,
  { mobile }: Pick<Customer, 'mobile'>,
  { loanId, otp, sha256 }: { loanId: string; otp: string; sha256: string },
): Promise<void> {
  const lockRequest = async (tx: Database) => {
    const servicing = await lockOpenSteps(tx, loanId, clock.now());
    const request = await latestSignature(tx, servicing.offer);
    if (!request) throw servicingRefusal('servicing.step.notNow');
    if (request.state !== 'requested') throw servicingRefusal('servicing.step.done');
    if (request.documentSha256 !== sha256) throw servicingRefusal('servicing.document.changed');
    return { servicing, request };
  };
  const { servicing } = await transaction(db, lockRequest);
  const target = signatureTarget(servicing.row);
  const verified = await verifyOtp({ db, clock }, { target, purpose: signaturePurpose, otp });
  await transaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockRequest(tx);
    const password = await lockVerifiedOtp(tx, verified, now);
    if (!password) throw otpRefused(signaturePurpose.expired);
    await markOtpUsed(tx, password);
    await tx
      .update(signatureRequests)
      .set({ state: 'signed', signedAt: now, signedMobileDigits: mobile.slice(-4) })
      .where(eq(signatureRequests.id, locked.request.id));
    await enqueueLenderPoll(tx, locked.servicing.row, now);
    await advanceStage(tx, locked.servicing, { now, config });
  });
}

/** The request for this document becomes the one that can be signed. */
async function openRequest(tx: Database, document: IssuedDocumentRow, now: Date): Promise<void> {
  const isKnown = and(
    ofLenderLoan(signatureRequests, document),
    eq(signatureRequests.documentId, document.id),
    eq(signatureRequests.state, 'requested'),
  );
  const known = await tx.update(signatureRequests).set({ createdAt: now }).where(isKnown).returning();
  if (known.length > 0) return;
  const { id: documentId, loanId, lenderId, sha256: documentSha256 } = document;
  await tx.insert(signatureRequests).values({
    ...{ id: platform.uuid(), loanId, lenderId, documentId, documentSha256 },
    ...{ providerReference: platform.uuid(), state: 'requested', createdAt: now },
  });
}

/** Returns what stands in the key facts statement that the offer was accepted with; the agreement has it within. */
async function acceptedFacts(tx: Database, { keyFactsId }: LenderLoanRow): Promise<KeyFactsInput> {
  const [statement] = keyFactsId
    ? await tx
        .select({ input: issuedDocuments.input })
        .from(issuedDocuments)
        .where(eq(issuedDocuments.id, keyFactsId))
    : [];
  if (!statement) throw servicingRefusal('servicing.step.notNow');
  return statement.input as unknown as KeyFactsInput;
}

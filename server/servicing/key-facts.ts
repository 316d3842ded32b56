/** The key facts statement of an offer: what it states, and the document. */
import { asc, eq, sql } from 'drizzle-orm';
import { todayInIndia } from '../../domain/values/dates.ts';
import { loanNumber } from '../../domain/loan/loan-number.ts';
import { documentVersions } from '../../domain/servicing/document-versions.ts';
import type { KeyFactsInput } from '../../domain/servicing/key-facts.ts';
import type { LoanIdentity } from '../../domain/servicing/key-facts-rows.ts';
import { wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { CreateKeyFacts, KeyFactsStatement } from '../../domain/values/wire.ts';
import type { components } from '../../openapi/generated.ts';
import { isLenderId } from '../adapters/lenders.ts';
import type { Database } from '../db/open.ts';
import { courses } from '../db/schema/institutions.ts';
import { students } from '../db/schema/loans.ts';
import type { Services } from '../api/handler.ts';
import { renderKeyFacts } from '../issued-documents/render.ts';
import { lenderName, type LenderProfiles } from '../config/lender-profiles.ts';
import { findLoanRow } from '../loans/row.ts';
import { notFound, wordsChanged } from '../http/problem.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { borrowerNameOf } from './lender-loans.ts';
import { documentOnWire, issueDocument } from './issued-documents.ts';
import { findOffer } from './offers.ts';
import { servicingRefusal } from './refusals.ts';
import type { OfferRow } from './step-rows.ts';

/**
 * @param now the moment of the statement
 * @throws Error where the lender has no profile: then it has no offer either
 */
export function keyFactsInputFor(
  loan: Pick<LoanRow, 'name' | 'personalDetails' | 'institutionName'>,
  offer: OfferRow,
  { profiles, identity, now }: { profiles: LenderProfiles; identity: LoanIdentity; now: Date },
): KeyFactsInput {
  const { platform, lenders } = profiles;
  const profile = isLenderId(offer.lenderId) ? lenders[offer.lenderId] : undefined;
  if (!profile) throw new Error('A lender with an offer has no profile');
  return {
    proposalNumber: offer.proposalNumber,
    issuedOn: todayInIndia(now),
    validUntil: todayInIndia(offer.validUntil),
    borrowerName: borrowerNameOf(loan),
    institutionName: loan.institutionName ?? '',
    lenderName: lenderName(profiles, offer.lenderId),
    platformName: platform.name,
    terms: offer.terms,
    officers: { lender: profile.officer, platform: platform.officer },
    isTransferable: profile.transferable,
    partnerLender: profile.partnerLender,
    recoveryAgent: profile.recoveryAgent,
    ...identity,
  };
}

/** Returns what identifies a loan in its documents: its number, and its students with their classes. */
export async function identityOf(db: Database, loanId: string): Promise<Required<LoanIdentity>> {
  const rows = await db
    .select({ details: students.details, className: courses.title })
    .from(students)
    .leftJoin(courses, eq(courses.id, sql`(${students.details} ->> 'institution_course_id')::int`))
    .where(eq(students.loanId, loanId))
    .orderBy(asc(students.position), asc(students.id));
  return {
    loanNumber: loanNumber(loanId),
    students: rows.map(({ details, className }) => ({
      name: String(details.student_name ?? ''),
      className: className ?? '',
      rollNumber: String(details.student_roll_no ?? ''),
    })),
  };
}

export function keyFactsOnWire(input: KeyFactsInput): components['schemas']['KeyFactsInput'] {
  const { terms, isTransferable, loanNumber, students: named = [], ...facts } = input;
  return {
    ...onWire(facts),
    terms: wireTermsOf(terms),
    transferable: isTransferable,
    loan_number: loanNumber ?? null,
    students: named.map(({ rollNumber = '', ...student }) => onWire({ ...student, rollNumber })),
  };
}

/**
 * @param version of the words in which the page shows the statement
 * @throws Problem 400 where these words are no more those of the document, 404 where a customer sees no such offer, 409
 *   where it has expired
 */
export async function createKeyFacts(
  services: Pick<Services, 'db' | 'clock' | 'adapters' | 'config'>,
  { loanId, offerId, language, version }: CreateKeyFacts & { loanId: string; offerId: string },
): Promise<KeyFactsStatement> {
  if (version !== documentVersions.key_facts) throw wordsChanged('version', documentVersions.key_facts);
  const { db, clock, config } = services;
  const loan = await findLoanRow(db, loanId);
  const offer = await findOffer(db, loanId, offerId);
  if (!offer) throw notFound();
  const now = clock.now();
  if (offer.validUntil <= now) throw servicingRefusal('servicing.offer.expired');
  const input = keyFactsInputFor(loan, offer, {
    profiles: config.lenderProfiles,
    identity: await identityOf(db, loanId),
    now,
  });
  const document = await issueDocument(services, {
    ...{ offer, kind: 'key_facts', language },
    inputOf: () => input,
    render: renderKeyFacts,
  });
  // The facts are those of the document, which may be of another day.
  return {
    document: documentOnWire(document),
    facts: keyFactsOnWire(document.input as unknown as KeyFactsInput),
  };
}

/** The key facts statement of an offer: what it states, and the document. */
import { todayInIndia } from '../../domain/dates.ts';
import type { KeyFactsInput } from '../../domain/servicing/key-facts.ts';
import { wireTermsOf } from '../../domain/servicing/terms-wire.ts';
import type { Language } from '../../domain/wire.ts';
import type { components } from '../../openapi/generated.ts';
import { isLenderId } from '../adapters/lenders.ts';
import type { Services } from '../handler.ts';
import { renderKeyFacts } from '../issued-documents/render.ts';
import { lenderName, type LenderProfiles } from '../lender-profiles.ts';
import { findLoanRow } from '../loans/row.ts';
import { notFound } from '../problem.ts';
import type { LoanRow } from '../tokens.ts';
import { documentOnWire, issueDocument } from './issued-documents.ts';
import type { OfferRow } from './lender-loans.ts';
import { findOffer } from './offers.ts';
import { servicingRefusal } from './refusals.ts';

/**
 * @param now the moment of the statement
 * @throws Error where the lender has no profile: then it has no offer either
 */
export function keyFactsInputFor(
  loan: Pick<LoanRow, 'name' | 'personalDetails' | 'institutionName'>,
  offer: OfferRow,
  { profiles, now }: { profiles: LenderProfiles; now: Date },
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
  };
}

/** As in the application, or where it has none, as the loan was created. */
export function borrowerNameOf({ name, personalDetails }: Pick<LoanRow, 'name' | 'personalDetails'>): string {
  const stated = personalDetails.name;
  return typeof stated === 'string' && stated !== '' ? stated : name;
}

export const keyFactsOnWire = (input: KeyFactsInput): components['schemas']['KeyFactsInput'] => ({
  proposal_number: input.proposalNumber,
  issued_on: input.issuedOn,
  valid_until: input.validUntil,
  borrower_name: input.borrowerName,
  institution_name: input.institutionName,
  lender_name: input.lenderName,
  platform_name: input.platformName,
  terms: wireTermsOf(input.terms),
  officers: input.officers,
  transferable: input.isTransferable,
  partner_lender: input.partnerLender && {
    name: input.partnerLender.name,
    share_percent: input.partnerLender.sharePercent,
    blended_rate: input.partnerLender.blendedRate,
  },
  recovery_agent: input.recoveryAgent,
});

/** @throws Problem 404 where a customer sees no such offer, 409 where it has expired */
export async function createKeyFacts(
  services: Pick<Services, 'db' | 'clock' | 'adapters' | 'config'>,
  { loanId, offerId, language }: { loanId: string; offerId: string; language: Language },
): Promise<components['schemas']['KeyFactsStatement']> {
  const { db, clock, config } = services;
  const loan = await findLoanRow(db, loanId);
  const offer = await findOffer(db, loanId, offerId);
  if (!offer) throw notFound();
  const now = clock.now();
  if (offer.validUntil <= now) throw servicingRefusal('servicing.offer.expired');
  const input = keyFactsInputFor(loan, offer, { profiles: config.lenderProfiles, now });
  const document = await issueDocument(services, {
    ...{ loanId, offer, kind: 'key_facts', language },
    input,
    render: () => renderKeyFacts(input, language),
  });
  // What stands in the document, which may be of another day.
  return {
    document: documentOnWire(document),
    facts: keyFactsOnWire(document.input as unknown as KeyFactsInput),
  };
}

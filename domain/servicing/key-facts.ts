/**
 * The key facts statement of an offer: what the rule of 15 April 2024 (RBI/2024-25/18) asks for, as rows of message ids
 * and values. The paper and the screen are both made of them, so that they say the same (decision 88).
 */
import type { DocumentText } from './document-text.ts';
import { keyFactsAnnexB, keyFactsAnnexC } from './key-facts-annexes.ts';
import { keyFactsPart1 } from './key-facts-part1.ts';
import { keyFactsPart2 } from './key-facts-part2.ts';
import {
  identityRows,
  type KeyFactsInput,
  type KeyFactsRow,
  type KeyFactsSection,
  message,
  row,
} from './key-facts-rows.ts';

export type {
  GrievanceOfficer,
  KeyFactsBlock,
  KeyFactsInput,
  KeyFactsRow,
  KeyFactsSection,
  KeyFactsTable,
  PartnerLender,
} from './key-facts-rows.ts';

export type KeyFactsHeading = { title: DocumentText; lead: DocumentText; rows: KeyFactsRow[] };

/** What stands above part 1: who lends to whom, and how long the offer is valid. */
export const keyFactsHeading = (input: KeyFactsInput): KeyFactsHeading => ({
  title: message('keyFacts.title'),
  lead: message('keyFacts.lead'),
  rows: [
    row('', 'keyFacts.borrower', { text: input.borrowerName }),
    ...identityRows(input),
    row('', 'keyFacts.lender', { text: input.lenderName }),
    row('', 'keyFacts.platform', { text: input.platformName }),
    row('', 'keyFacts.institution', { text: input.institutionName }),
    row('', 'keyFacts.issuedOn', { date: input.issuedOn }),
    row(
      '',
      'keyFacts.validUntil',
      message('keyFacts.validUntil.until', { date: { date: input.validUntil } }),
    ),
  ],
});

/** @throws RangeError for terms with problems, see `termsProblems`. */
export const keyFactsSections = (input: KeyFactsInput): KeyFactsSection[] => [
  keyFactsPart1(input),
  keyFactsPart2(input),
  keyFactsAnnexB(input),
  keyFactsAnnexC(input),
];

/**
 * The key facts statement of an offer: the content that the rule of 15 April 2024 (RBI/2024-25/18) requires, as rows of
 * message ids and values. The paper and the screen are both made of them, so that they are equal (decision 88).
 */
import type { DocumentText } from './document-text.ts';
import { keyFactsAnnexB, keyFactsAnnexC } from './key-facts-annexes.ts';
import { keyFactsPart1 } from './key-facts-part1.ts';
import {
  identityRows,
  type KeyFactsInput,
  type KeyFactsRow,
  type KeyFactsSection,
  message,
  row,
  type GrievanceOfficer,
} from './key-facts-rows.ts';
import { type AgreementClauseId, clauseNumber } from './agreement-clauses.ts';
import { subtractPercents } from './percents.ts';

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

/** Returns the lines above part 1: lender, borrower, and the validity of the offer. */
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

/** Part 2 of the key facts statement: complaints, transfer, cooling-off, numbered as in Annex A of the rule. */
function keyFactsPart2(input: KeyFactsInput): KeyFactsSection {
  const { officers, platformName, isTransferable, recoveryAgent, terms } = input;
  const rows: KeyFactsRow[] = [
    row('1', 'keyFacts.recovery', clauseText('recovery')),
    row('2', 'keyFacts.grievance', clauseText('grievance')),
    row('3a', 'keyFacts.officer.lender', ...officerLines(officers.lender)),
    {
      number: '3b',
      label: message('keyFacts.officer.platform', { platform: { text: platformName } }),
      lines: officerLines(officers.platform),
    },
    row('4', 'keyFacts.transfer', message(isTransferable ? 'keyFacts.transfer.yes' : 'keyFacts.transfer.no')),
    row('5', 'keyFacts.collaborative', ...collaborativeLines(input)),
    row(
      '6a',
      'keyFacts.coolingOff',
      message('keyFacts.coolingOff.period', { count: { count: terms.coolingOffDays } }),
      ...(terms.keepsProcessingFee ? [message('keyFacts.coolingOff.feeKept')] : []),
    ),
    row(
      '6b',
      'keyFacts.recoveryAgent',
      recoveryAgent === null ? message('keyFacts.recoveryAgent.none') : { text: recoveryAgent },
    ),
  ];
  return { name: 'part2', title: message('keyFacts.part2.title'), blocks: [{ kind: 'rows', rows }] };
}

const clauseText = (clause: AgreementClauseId): DocumentText =>
  message('keyFacts.clause', { clause: { count: clauseNumber(clause) } });

const officerLines = ({ name, phone, email }: GrievanceOfficer): DocumentText[] =>
  [name, phone, email].map((text) => ({ text }));

function collaborativeLines({ lenderName, partnerLender }: KeyFactsInput): DocumentText[] {
  const lender = { text: lenderName };
  if (!partnerLender) return [message('keyFacts.collaborative.none', { lender })];
  const { name, sharePercent, blendedRate } = partnerLender;
  return [
    message('keyFacts.collaborative.originating', {
      lender,
      share: { percent: subtractPercents('100', sharePercent) },
    }),
    message('keyFacts.collaborative.partner', { lender: { text: name }, share: { percent: sharePercent } }),
    message('keyFacts.collaborative.blendedRate', { rate: { percent: blendedRate } }),
  ];
}

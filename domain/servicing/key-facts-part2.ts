/** Part 2 of the key facts statement: complaints, transfer, cooling-off, numbered as in Annex A of the rule. */
import { type AgreementClauseId, clauseNumber } from './agreement-clauses.ts';
import type { DocumentText } from './document-text.ts';
import {
  type GrievanceOfficer,
  type KeyFactsInput,
  type KeyFactsRow,
  type KeyFactsSection,
  message,
  row,
} from './key-facts-rows.ts';
import { subtractPercents } from './percents.ts';

export function keyFactsPart2(input: KeyFactsInput): KeyFactsSection {
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

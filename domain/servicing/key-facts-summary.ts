/** The summary above a key facts statement on the screen: the statement's own rows, grouped by question. */
import { type KeyFactsInput, keyFactsSections } from './key-facts.ts';
import type { DocumentMessageId } from './document-text.ts';
import type { KeyFactsRow } from './key-facts-rows.ts';

const labels = {
  get: ['keyFacts.sanctioned', 'keyFacts.annexB.netDisbursed'],
  pay: [
    'keyFacts.instalment.amount',
    'keyFacts.instalment.number',
    'keyFacts.annexB.upFront',
    'keyFacts.annexB.totalPaid',
  ],
  rate: ['keyFacts.apr'],
  late: ['keyFacts.contingent.latePayment'],
  change: ['keyFacts.coolingOff'],
  complain: ['keyFacts.officer.lender'],
} as const satisfies Record<string, readonly DocumentMessageId[]>;

export type KeyFactsTopic = keyof typeof labels;

/** @throws RangeError for terms with problems, see `termsProblems`, and where the statement has no such row. */
export function keyFactsSummary(input: KeyFactsInput): { topic: KeyFactsTopic; rows: KeyFactsRow[] }[] {
  const rows = keyFactsSections(input)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'rows' ? block.rows : []));
  return (Object.keys(labels) as KeyFactsTopic[]).map((topic) => ({
    topic,
    rows: labels[topic]
      .map((label) => {
        const found = rows.find((row) => 'id' in row.label && row.label.id === label);
        if (!found) throw new RangeError(`There is no row ${label}`);
        return topic === 'late' ? { ...found, lines: withoutLenderWords(found.lines) } : found;
      })
      .filter((row, index, all) => !isRepeated(row, all[index - 1])),
  }));
}

/** Returns whether an amount is 0 or equal to the row before it, and so is redundant. */
function isRepeated({ lines: [line] }: KeyFactsRow, before?: KeyFactsRow): boolean {
  const [other] = before?.lines ?? [];
  if (!line || !('paise' in line)) return false;
  return line.paise === 0 || (other !== undefined && 'paise' in other && other.paise === line.paise);
}

/** Returns a charge in the reader's language; the statement below has the lender's English name for it. */
function withoutLenderWords(lines: KeyFactsRow['lines']): KeyFactsRow['lines'] {
  const [first] = lines;
  const others = lines.filter((line) => !('isEnglish' in line));
  const isAmount = first !== undefined && !('id' in first && first.id === 'keyFacts.nil');
  const isSaid = isAmount && others.length === lines.length - 1;
  return isSaid ? others : lines;
}

/** What the template reads for a receipt and for a statement of account. */
import {
  type DocumentHeading,
  receiptHeading,
  type ReceiptInput,
  receiptNotes,
  receiptRows,
} from '../../domain/servicing/receipt.ts';
import {
  statementHeading,
  type StatementInput,
  statementRows,
  statementTable,
} from '../../domain/servicing/statement.ts';
import type { LanguageCode } from '../../locales/languages.ts';
import {
  factsOf,
  frameOf,
  type PageBlock,
  type PageModel,
  type FormatText,
  formatterIn,
  tableBlocksOf,
} from './page-model.ts';

export function receiptModel(input: ReceiptInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const heading = receiptHeading(input);
  return {
    ...frameOf('receipt', input, input.issuedOn, language, format(heading.title)),
    blocks: [
      ...headingBlocks(heading, format),
      factsOf(receiptRows(input), format),
      ...receiptNotes(input).map((note): PageBlock => ({
        kind: 'paragraph',
        text: format(note),
        isSoft: true,
      })),
    ],
  };
}

export function statementModel(input: StatementInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const heading = statementHeading(input);
  return {
    ...frameOf('statement', input, input.asOf, language, format(heading.title)),
    blocks: [
      ...headingBlocks(heading, format),
      factsOf(statementRows(input), format),
      ...tableBlocksOf(statementTable(input), format),
    ],
  };
}

const headingBlocks = ({ title, lead }: DocumentHeading, format: FormatText): PageBlock[] => [
  { kind: 'title', text: format(title) },
  { kind: 'paragraph', text: format(lead), isSoft: false },
];

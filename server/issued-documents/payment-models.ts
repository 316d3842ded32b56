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
import { factsOf, frameOf, type PageBlock, type PageModel, type Say, sayIn, tableOf } from './page-model.ts';

export function receiptModel(input: ReceiptInput, language: LanguageCode): PageModel {
  const say = sayIn(language);
  const heading = receiptHeading(input);
  return {
    ...frameOf('receipt', input, input.issuedOn, language, say(heading.title)),
    blocks: [
      ...headingBlocks(heading, say),
      factsOf(receiptRows(input), say),
      ...receiptNotes(input).map((note): PageBlock => ({ kind: 'paragraph', text: say(note), isSoft: true })),
    ],
  };
}

export function statementModel(input: StatementInput, language: LanguageCode): PageModel {
  const say = sayIn(language);
  const heading = statementHeading(input);
  return {
    ...frameOf('statement', input, input.asOf, language, say(heading.title)),
    blocks: [
      ...headingBlocks(heading, say),
      factsOf(statementRows(input), say),
      ...tableOf(statementTable(input), say),
    ],
  };
}

const headingBlocks = ({ title, lead }: DocumentHeading, say: Say): PageBlock[] => [
  { kind: 'title', text: say(title) },
  { kind: 'paragraph', text: say(lead), isSoft: false },
];

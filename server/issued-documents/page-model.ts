/**
 * What the template of a document reads: all texts as they are read, in the order in which they stand. The template
 * knows no message and no loan.
 */
import type { IsoDate } from '../../domain/dates.ts';
import {
  agreementClausesOf,
  agreementHeading,
  type AgreementInput,
  signatureRows,
} from '../../domain/servicing/agreement.ts';
import { type DocumentText, textOf } from '../../domain/servicing/document-text.ts';
import { type DocumentKind, documentVersions } from '../../domain/servicing/document-versions.ts';
import {
  type KeyFactsBlock,
  keyFactsHeading,
  type KeyFactsInput,
  type KeyFactsRow,
  keyFactsSections,
  type KeyFactsTable,
} from '../../domain/servicing/key-facts.ts';
import { type LanguageCode, languages } from '../../locales/languages.ts';
import { documentIntl } from './messages.ts';

type Line = string;
type Cell = Line[];

export type PageBlock =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; level: 1 | 2; text: string; newPage: boolean }
  | { kind: 'paragraph'; text: string; isSoft: boolean }
  /** Of the table after it. */
  | { kind: 'caption'; text: string }
  /** Labels and values side by side. */
  | { kind: 'facts'; rows: { label: string; lines: Line[] }[] }
  /** `width`: in parts of what the others leave; 0 for that of the content. */
  | {
      kind: 'table';
      columns: { label: string; isNumeric: boolean; width: number }[];
      rows: Cell[][];
      total: Cell[];
    };

export type PageModel = {
  /** BCP 47. */
  language: string;
  /** ISO 15924. */
  script: string;
  title: string;
  author: string;
  date: IsoDate;
  footer: string;
  /** With `{page}` and `{pages}` in it. */
  pageNumber: string;
  blocks: PageBlock[];
};

export type Say = (text: DocumentText) => string;

export const sayIn =
  (language: LanguageCode): Say =>
  (text) =>
    textOf(text, documentIntl(language));

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function keyFactsModel(input: KeyFactsInput, language: LanguageCode): PageModel {
  const say = sayIn(language);
  const { title, lead, rows } = keyFactsHeading(input);
  return {
    ...frameOf('key_facts', input, input.issuedOn, language, say(title)),
    blocks: [
      { kind: 'title', text: say(title) },
      { kind: 'paragraph', text: say(lead), isSoft: false },
      factsOf(rows, say),
      ...sectionBlocks(input, 1, say),
    ],
  };
}

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function agreementModel(input: AgreementInput, language: LanguageCode): PageModel {
  const say = sayIn(language);
  const { title, lead } = agreementHeading(input);
  const keyFacts = keyFactsHeading(input.keyFacts);
  return {
    ...frameOf('agreement', input.keyFacts, input.drawnUpOn, language, say(title)),
    blocks: [
      { kind: 'title', text: say(title) },
      { kind: 'paragraph', text: say(lead), isSoft: false },
      ...agreementClausesOf(input).flatMap(({ number, title: clause, paragraphs }): PageBlock[] => [
        { kind: 'heading', level: 1, text: `${number}. ${say(clause)}`, newPage: false },
        ...paragraphs.map((text): PageBlock => ({ kind: 'paragraph', text: say(text), isSoft: false })),
      ]),
      { kind: 'heading', level: 1, text: say({ id: 'agreement.signatures.title' }), newPage: false },
      factsOf(signatureRows(input), say),
      { kind: 'heading', level: 1, text: say(keyFacts.title), newPage: true },
      { kind: 'paragraph', text: say(keyFacts.lead), isSoft: false },
      factsOf(keyFacts.rows, say),
      ...sectionBlocks(input.keyFacts, 2, say),
    ],
  };
}

/** What a page has around its blocks. */
export function frameOf(
  kind: DocumentKind,
  input: Pick<KeyFactsInput, 'lenderName' | 'proposalNumber'>,
  date: IsoDate,
  language: LanguageCode,
  title: string,
): Omit<PageModel, 'blocks'> {
  const { tag, script } = languages[language];
  const intl = documentIntl(language);
  return {
    language: tag,
    script,
    title,
    author: input.lenderName,
    date,
    footer: textOf(
      {
        id: 'keyFacts.footer',
        values: {
          lender: { text: input.lenderName },
          number: { text: input.proposalNumber },
          version: { text: documentVersions[kind] },
        },
      },
      intl,
    ),
    // The template fills in the numbers, which it alone knows.
    pageNumber: textOf(
      { id: 'keyFacts.page', values: { page: { text: '{page}' }, pages: { text: '{pages}' } } },
      intl,
    ),
  };
}

const sectionBlocks = (input: KeyFactsInput, level: 1 | 2, say: Say): PageBlock[] =>
  keyFactsSections(input).flatMap(({ title, blocks }) => [
    { kind: 'heading', level, text: say(title), newPage: false },
    ...blocks.flatMap((block) => blockOf(block, say)),
  ]);

function blockOf(block: KeyFactsBlock, say: Say): PageBlock[] {
  switch (block.kind) {
    case 'rows':
      return [rowsTable(block.rows, say)];
    case 'table':
      return tableOf(block, say);
    case 'note':
      return [{ kind: 'paragraph', text: say(block.text), isSoft: true }];
  }
}

export const factsOf = (rows: KeyFactsRow[], say: Say): PageBlock => ({
  kind: 'facts',
  rows: rows.map(({ label, lines }) => ({ label: say(label), lines: lines.map(say) })),
});

const rowsTable = (rows: KeyFactsRow[], say: Say): PageBlock => ({
  kind: 'table',
  columns: [
    { label: say({ id: 'keyFacts.column.number' }), isNumeric: false, width: 2 },
    { label: say({ id: 'keyFacts.column.item' }), isNumeric: false, width: 9 },
    { label: say({ id: 'keyFacts.column.detail' }), isNumeric: false, width: 11 },
  ],
  rows: rows.map(({ number, label, lines }) => [[number], [say(label)], lines.map(say)]),
  total: [],
});

export function tableOf({ caption, columns, rows, total }: KeyFactsTable, say: Say): PageBlock[] {
  const cells = (row: DocumentText[][]): Cell[] => row.map((lines) => lines.map(say));
  const isDate = (column: number) =>
    rows.every((row) => row[column]?.every((text) => 'date' in text) ?? false);
  // A date stands on one line, where a column beside it can have more of them.
  const hasText = columns.some(({ isNumeric }, column) => !isNumeric && !isDate(column));
  const table: PageBlock = {
    kind: 'table',
    columns: columns.map(({ label, isNumeric }, column) => ({
      label: say(label),
      isNumeric,
      width: isNumeric || (hasText && isDate(column)) ? 0 : 1,
    })),
    rows: rows.map(cells),
    total: total ? cells(total) : [],
  };
  if (!caption) return [table];
  return [{ kind: 'caption', text: `${caption.number}. ${say(caption.label)}` }, table];
}

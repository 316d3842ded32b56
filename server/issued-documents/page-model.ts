/** Defines the model of a document's template: the texts in order, independent of messages and loans. */
import type { IsoDate } from '../../domain/values/dates.ts';
import {
  agreementClausesOf,
  agreementHeading,
  type AgreementInput,
  type AgreementSignatures,
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
import { type LanguageCode, languages } from '../../locales/index.ts';
import { documentIntl } from './messages.ts';

/** A text in the document's language; a lender's text is marked as English, so that it is read out in English. */
type Line = string | { english: string };
type Cell = Line[];

export type PageBlock =
  | { kind: 'title'; text: string }
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'paragraph'; text: string; isSoft: boolean }
  /** The sum that the document is about. */
  | { kind: 'sum'; text: string }
  /** The caption of the table after it. */
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
  /** A receipt is one small page. */
  paper: 'a4' | 'a5';
  /** BCP 47. */
  language: string;
  /** ISO 15924. */
  script: string;
  title: string;
  author: string;
  date: IsoDate;
  footer: string;
  /** The text of the page number, with `{page}` and `{pages}` in it. */
  pageNumber: string;
  blocks: PageBlock[];
};

export type FormatText = (text: DocumentText) => string;

export const formatterIn =
  (language: LanguageCode): FormatText =>
  (text) =>
    textOf(text, documentIntl(language));

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function keyFactsModel(input: KeyFactsInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const { title, lead, rows } = keyFactsHeading(input);
  return {
    ...frameOf('key_facts', input, input.issuedOn, language, format(title)),
    blocks: [
      { kind: 'title', text: format(title) },
      { kind: 'paragraph', text: format(lead), isSoft: false },
      factsOf(rows, format),
      ...sectionBlocks(input, 1, format),
    ],
  };
}

/** @throws RangeError for terms with problems, see `termsProblems`. */
export function agreementModel(input: AgreementInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const { title, lead } = agreementHeading(input);
  const keyFacts = keyFactsHeading(input.keyFacts);
  return {
    ...frameOf('agreement', input.keyFacts, input.drawnUpOn, language, format(title)),
    blocks: [
      { kind: 'title', text: format(title) },
      { kind: 'paragraph', text: format(lead), isSoft: false },
      ...agreementClausesOf(input).flatMap(({ number, title: clause, paragraphs }): PageBlock[] => [
        { kind: 'heading', level: 1, text: `${number}. ${format(clause)}` },
        ...paragraphs.map((text): PageBlock => ({ kind: 'paragraph', text: format(text), isSoft: false })),
      ]),
      { kind: 'heading', level: 1, text: format({ id: 'agreement.signatures.title' }) },
      factsOf(signatureRows(input.keyFacts, null), format),
      { kind: 'heading', level: 1, text: format(keyFacts.title) },
      { kind: 'paragraph', text: format(keyFacts.lead), isSoft: false },
      factsOf(keyFacts.rows, format),
      ...sectionBlocks(input.keyFacts, 2, format),
    ],
  };
}

/** The agreement that was signed, with its signatures in place of the rows that wait for them. */
export function signedAgreementModel(
  agreement: PageModel,
  { keyFacts, signatures }: AgreementInput & { signatures: AgreementSignatures },
  language: LanguageCode,
): PageModel {
  const rows = signatureRows(keyFacts, signatures);
  // Clauses are paragraphs: the first facts are the signatures'.
  const at = agreement.blocks.findIndex(({ kind }) => kind === 'facts');
  return { ...agreement, blocks: agreement.blocks.with(at, factsOf(rows, formatterIn(language))) };
}

/** Returns the parts of a page around its blocks. */
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
    paper: kind === 'receipt' ? 'a5' : 'a4',
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

const sectionBlocks = (input: KeyFactsInput, level: 1 | 2, format: FormatText): PageBlock[] =>
  keyFactsSections(input).flatMap(({ title, blocks }) => [
    { kind: 'heading', level, text: format(title) },
    ...blocks.flatMap((block) => blockOf(block, format)),
  ]);

function blockOf(block: KeyFactsBlock, format: FormatText): PageBlock[] {
  switch (block.kind) {
    case 'rows':
      return [rowsTable(block.rows, format)];
    case 'table':
      return tableBlocksOf(block, format);
    case 'note':
      return [{ kind: 'paragraph', text: format(block.text), isSoft: true }];
  }
}

const linesOf = (lines: readonly DocumentText[], format: FormatText): Line[] =>
  lines.map((line) => ('isEnglish' in line ? { english: format(line) } : format(line)));

export const factsOf = (rows: KeyFactsRow[], format: FormatText): PageBlock => ({
  kind: 'facts',
  rows: rows.map(({ label, lines }) => ({ label: format(label), lines: linesOf(lines, format) })),
});

const rowsTable = (rows: KeyFactsRow[], format: FormatText): PageBlock => ({
  kind: 'table',
  columns: [
    { label: format({ id: 'keyFacts.column.number' }), isNumeric: false, width: 2 },
    { label: format({ id: 'keyFacts.column.item' }), isNumeric: false, width: 9 },
    { label: format({ id: 'keyFacts.column.detail' }), isNumeric: false, width: 11 },
  ],
  rows: rows.map(({ number, label, lines }) => [[number], [format(label)], linesOf(lines, format)]),
  total: [],
});

export function tableBlocksOf(
  { caption, columns, rows, total }: KeyFactsTable,
  format: FormatText,
): PageBlock[] {
  const cells = (row: DocumentText[][]): Cell[] => row.map((lines) => linesOf(lines, format));
  const isDate = (column: number) =>
    rows.every((row) => row[column]?.every((text) => 'date' in text) ?? false);
  // A date stands on one line, where a column beside it can have more of them.
  const hasText = columns.some(({ isNumeric }, column) => !isNumeric && !isDate(column));
  const table: PageBlock = {
    kind: 'table',
    columns: columns.map(({ label, isNumeric }, column) => ({
      label: format(label),
      isNumeric,
      width: isNumeric || (hasText && isDate(column)) ? 0 : 1,
    })),
    rows: rows.map(cells),
    total: total ? cells(total) : [],
  };
  if (!caption) return [table];
  return [{ kind: 'caption', text: `${caption.number}. ${format(caption.label)}` }, table];
}

/** The texts of a document of a loan, and those that a reader does not find in its PDF. */
import { readFileSync } from 'node:fs';
import { type DocumentText, textOf } from '../../domain/servicing/document-text.ts';
import type { KeyFactsBlock, KeyFactsRow } from '../../domain/servicing/key-facts.ts';
import type { LanguageCode } from '../../locales/index.ts';
import { documentIntl } from '../../server/issued-documents/messages.ts';

export const catalogueFile = (language: LanguageCode, name: string): string =>
  readFileSync(new URL(`../../locales/${language}/${name}.json`, import.meta.url), 'utf8');

export const idsOf = (name: string): string[] =>
  Object.keys(JSON.parse(catalogueFile('en', name)) as Record<string, string>);

/** The ids of messages among texts. */
export const messageIdsIn = (texts: readonly DocumentText[]): Set<string> =>
  new Set(texts.flatMap((text) => ('id' in text ? [text.id] : [])));

export const rowTexts = (rows: readonly KeyFactsRow[]): DocumentText[] =>
  rows.flatMap(({ label, lines }) => [label, ...lines]);

export function blockTexts(block: KeyFactsBlock): DocumentText[] {
  if (block.kind === 'rows') return rowTexts(block.rows);
  if (block.kind === 'note') return [block.text];
  return [
    ...(block.caption ? [block.caption.label] : []),
    ...block.columns.map(({ label }) => label),
    ...[...block.rows, ...(block.total ? [block.total] : [])].flat(2),
  ];
}

/**
 * Removes the details that the paper decides: line ends, hyphens at them, which PDFium reads as a special character,
 * and joiners, which are invisible.
 */
export const comparable = (text: string): string =>
  text.normalize('NFC').replaceAll(/[\s\p{Cf}\p{Cc}\ufffe-]/gu, '');

export function missingIn(
  extracted: string,
  texts: readonly DocumentText[],
  language: LanguageCode,
): string[] {
  const found = comparable(extracted);
  return texts
    .map((text) => textOf(text, documentIntl(language)))
    .filter((text) => !found.includes(comparable(text)));
}

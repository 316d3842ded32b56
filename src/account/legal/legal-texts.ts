/**
 * The texts of the terms and the privacy policy: each version as it was published, in each language that it has. The
 * files are fetched one at a time, when one is read.
 */
import type { LegalDocument } from '../../../domain/pages/legal.ts';
import { type LanguageCode, languageCodes } from '../../../locales/index.ts';

export interface LegalText {
  sections: readonly { title: string; paragraphs: readonly string[] }[];
}

const files = import.meta.glob<LegalText>('../../../locales/*/legal/*.json', { import: 'default' });

/** Returns the languages of a version; empty if the version does not exist. */
export const legalTextLanguages = (document: LegalDocument, version: string): LanguageCode[] =>
  languageCodes.filter((language) => pathOf(document, version, language) in files);

/** Rejects if the version has no text in the language, or if the text cannot be fetched. */
export async function loadLegalText(
  document: LegalDocument,
  version: string,
  language: LanguageCode,
): Promise<LegalText> {
  const path = pathOf(document, version, language);
  const text = await files[path]?.();
  if (!text) throw new Error(`No text at ${path}`);
  return text;
}

const pathOf = (document: LegalDocument, version: string, language: LanguageCode): string =>
  `../../../locales/${language}/legal/${document}.${version}.json`;

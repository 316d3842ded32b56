/** The messages of a loan's documents in a language. */
import { readFileSync } from 'node:fs';
import { createIntl } from '@formatjs/intl';
import type { DocumentIntl } from '../../domain/servicing/document-text.ts';
import { intlLocale, type LanguageCode } from '../../locales/languages.ts';

const read = new Map<LanguageCode, DocumentIntl>();

/** Read when a document is first made in the language. */
export function documentIntl(language: LanguageCode): DocumentIntl {
  const known = read.get(language) ?? readIntl(language);
  read.set(language, known);
  return known;
}

function readIntl(language: LanguageCode): DocumentIntl {
  const messages = { ...readCatalogue(language, 'key-facts'), ...readCatalogue(language, 'loan-agreement') };
  const onError = (error: Error) => {
    throw error;
  };
  const locale = intlLocale(language);
  // The type of ids is the app's alone; these are others.
  const intl = createIntl({ locale, messages: messages as never, onError });
  return { locale, say: (id, values) => intl.formatMessage({ id: id as never }, values) };
}

function readCatalogue(language: LanguageCode, name: string): Record<string, string> {
  const file = new URL(`../../locales/${language}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** The messages of a loan's documents in a language. */
import { readFileSync } from 'node:fs';
import { createIntl } from '@formatjs/intl';
import type { DocumentIntl } from '../../domain/servicing/document-text.ts';
import { intlLocale, type LanguageCode } from '../../locales/index.ts';

const read = new Map<LanguageCode, DocumentIntl>();

/** Read when a document is first made in the language. */
export function documentIntl(language: LanguageCode): DocumentIntl {
  const known = read.get(language) ?? readIntl(language);
  read.set(language, known);
  return known;
}

const catalogues = ['key-facts', 'loan-agreement', 'receipt', 'statement', 'no-dues'] as const;

function readIntl(language: LanguageCode): DocumentIntl {
  const texts = catalogues.flatMap((name) => Object.entries(readCatalogue(language, name)));
  const onError = (error: Error) => {
    throw error;
  };
  const locale = intlLocale(language);
  // The type of ids is the app's alone; these are others.
  const intl = createIntl({ locale, messages: Object.fromEntries(texts) as never, onError });
  return { locale, formatMessage: (id, values) => intl.formatMessage({ id: id as never }, values) };
}

function readCatalogue(language: LanguageCode, name: (typeof catalogues)[number]): Record<string, string> {
  const file = new URL(`../../locales/${language}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

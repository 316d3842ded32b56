import { type LanguageCode, languageAttributes, languages } from '../../locales/index.ts';

/** Shows the name of a language in that language. */
export function LanguageName({ language }: { language: LanguageCode }) {
  return <span {...languageAttributes(language)}>{languages[language].name}</span>;
}

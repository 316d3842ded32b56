/**
 * The languages of the product, one row each. The messages of a language are in the folder of its code: `messages.json`,
 * `reasons.json`, `key-facts.json`, `loan-agreement.json`, `receipt.json` and `statement.json`, which are sent to people
 * and so are complete in each, and `app.json`, the messages of the app.
 */
export type LanguageRow = {
  /** BCP 47, as HTML's `lang` and `Intl` take it. */
  tag: string;
  /** In its own script, for the chooser. */
  name: string;
  /** ISO 15924, which style sheets read as `data-script`. */
  script: string;
  /** Whether `app.json` says everything that English says. Only then is the language offered. */
  isComplete: boolean;
};

/** By the code that is stored: in a loan's row, on the wire and in localStorage. In the order of the chooser. */
export const languages = {
  en: { tag: 'en-IN', name: 'English', script: 'Latn', isComplete: true },
  ta: { tag: 'ta', name: 'தமிழ்', script: 'Taml', isComplete: true },
  hi: { tag: 'hi', name: 'हिन्दी', script: 'Deva', isComplete: true },
  tl: { tag: 'te', name: 'తెలుగు', script: 'Telu', isComplete: true },
  ka: { tag: 'kn', name: 'ಕನ್ನಡ', script: 'Knda', isComplete: true },
} as const satisfies Record<string, LanguageRow>;

export type LanguageCode = keyof typeof languages;

export const languageCodes = Object.keys(languages) as LanguageCode[];

/** What an element carries whose text is in the language: for screen readers, and for style sheets. */
export type LanguageAttributes = { lang: string; 'data-script': string };

export function languageAttributes(code: LanguageCode): LanguageAttributes {
  const { tag, script } = languages[code];
  return { lang: tag, 'data-script': script };
}

/**
 * The locale for `Intl` and messages. Digits are Latin in each language, as forms and documents have them; Marathi for
 * one would otherwise have its own.
 */
export function intlLocale(code: LanguageCode): string {
  return withLatinDigits(languages[code].tag);
}

/** @param tag BCP 47, without extensions: `Intl.Locale` would take any, but its first use is slow on a phone. */
export function withLatinDigits(tag: string): string {
  return `${tag}-u-nu-latn`;
}

/** The language of a stored code. `te` and `kn` are read as the codes `tl` and `ka` that storage has for them. */
export function languageOfStored(code: string): LanguageCode | undefined {
  return (
    languageCodes.find((known) => known === code) ??
    languageCodes.find((known) => languages[known].tag === code)
  );
}

/** The language of a browser's tag such as `ta-IN`. There `tl` and `ka` are other languages, and none of ours. */
export function languageOfTag(tag: string): LanguageCode | undefined {
  const base = baseOf(tag);
  return languageCodes.find((code) => baseOf(languages[code].tag) === base);
}

function baseOf(tag: string): string {
  return tag.toLowerCase().replace(/[-_@].*/, '');
}

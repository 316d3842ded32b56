/** The languages of the product, and the ids of the app's messages with their namespaces, which load separately. */

/** An id of `locales/en/app.json`, the catalogue that the others follow. */
export type MessageId = keyof typeof import('./en/app.json');

/**
 * The prefixes of the ids of each namespace; the longest match counts. `first` loads with the first screen,
 * `secondary`, which many screens show, soon after it and ahead of every step of a loan, the others ahead of their screen.
 */
export const namespaces = {
  first: ['app', 'common', 'create'],
  secondary: [
    'app.amount',
    'app.carried',
    'app.complaints',
    'app.date',
    'app.draft',
    'app.field',
    'app.notFound',
    'app.openingFailed',
    'app.options',
    'app.reentry',
    'app.stripped.digits',
    'app.value',
    'common.error.date',
    'common.ok',
    'create.continue',
    'create.earlier',
    'create.email.refused',
    'create.noResponse',
    'problem',
    'refusal',
  ],
  // Loans with open queries need these.
  query: ['app.query', 'applicant.error.query'],
  student: ['student'],
  applicant: ['applicant'],
  // Loans of the consumer app need these.
  consumer: ['consumer'],
  // The plans, and what became of an application.
  status: [
    'status',
    'applicant.emi.changed',
    'applicant.emi.chosen',
    'applicant.emi.cleared',
    'applicant.emi.recalculated',
    'applicant.sent.answers',
  ],
  // Loaded by every screen that uploads a document, and by the pages of the consumer app.
  document: ['document', 'legal'],
  // Used on the pages of the consumer app.
  account: ['account'],
  // Loaded with their screens of the consumer app.
  faq: ['faq'],
  howToApply: ['howToApply'],
  institution: ['institution'],
  partner: ['partner'],
  comingSoon: ['comingSoon'],
  // Used on the screens after the approval: offers, key facts, steps, repayment, consents.
  servicing: ['servicing'],
  contact: ['contact'],
  // Used on the page about complaints and on the contact page.
  grievance: ['grievance'],
  // The reviewer's desk is a separate page.
  review: ['review'],
  // Used on the page around a frame, which the server renders.
  embed: ['embed'],
  // The names of states and districts, from places.json (decision 7); they have no ids in app.json.
  places: [],
} as const satisfies Record<string, readonly string[]>;

export type Namespace = keyof typeof namespaces;

/**
 * Returns the name of the file with one namespace of a language, below `/assets`.
 * @param version of the catalogues, which changes with any of their texts
 */
export function messageFile(language: string, namespace: Namespace, version: string): string {
  return `${language}-${namespace}-${version}.json`;
}

/** Returns the namespace of `id`, or undefined where no prefix matches. */
export function namespaceOf(id: string): Namespace | undefined {
  const prefixes = (Object.entries(namespaces) as [Namespace, readonly string[]][]).flatMap(
    ([namespace, heads]) =>
      heads
        .filter((head) => `${id}.`.startsWith(`${head}.`))
        .map((head) => ({ namespace, length: head.length })),
  );
  return prefixes.sort((a, b) => b.length - a.length)[0]?.namespace;
}

/** Returns the message id of a place's name in `places`. @param name the stored, English one */
export const placeId = (name: string): string => `place.${name}`;

/** Returns the message id of a code of the rules or the wire. Tests check all codes against the catalogue. */
export function messageId(code: string): MessageId {
  return code as MessageId;
}

/**
 * The languages of the product, one row each. The messages of a language are in the folder of its code: `messages.json`,
 * `reasons.json` and those of documents (`key-facts.json`, `loan-agreement.json`, `receipt.json`, `statement.json`,
 * `no-dues.json`), which are sent to people and so are complete in each, and `app.json`, the messages of the app.
 */
export type LanguageRow = {
  /** BCP 47, as HTML's `lang` and `Intl` take it. */
  tag: string;
  /** The language's name in its own script, for the chooser. */
  name: string;
  /** ISO 15924, which style sheets read as `data-script`. */
  script: string;
  /** True if `app.json` has every English text. The language is offered when this is true. */
  isComplete: boolean;
};

/** The languages by the code that is stored in a loan's row, on the wire and in localStorage, in the order of the chooser. */
export const languages = {
  en: { tag: 'en-IN', name: 'English', script: 'Latn', isComplete: true },
  ta: { tag: 'ta', name: 'தமிழ்', script: 'Taml', isComplete: true },
  hi: { tag: 'hi', name: 'हिन्दी', script: 'Deva', isComplete: true },
  tl: { tag: 'te', name: 'తెలుగు', script: 'Telu', isComplete: true },
  ka: { tag: 'kn', name: 'ಕನ್ನಡ', script: 'Knda', isComplete: true },
} as const satisfies Record<string, LanguageRow>;

export type LanguageCode = keyof typeof languages;

export const languageCodes = Object.keys(languages) as LanguageCode[];

/** The attributes of an element with a text in the language, for screen readers and style sheets. */
type LanguageAttributes = { lang: string; 'data-script': string };

export function languageAttributes(code: LanguageCode): LanguageAttributes {
  const { tag, script } = languages[code];
  return { lang: tag, 'data-script': script };
}

/**
 * Returns the locale for `Intl` and messages. Digits are Latin in each language, as forms and documents have them;
 * Marathi for one would otherwise have its own.
 */
export function intlLocale(code: LanguageCode): string {
  return withLatinDigits(languages[code].tag);
}

/** @param tag BCP 47, without extensions: `Intl.Locale` would take any, but its first use is slow on a phone. */
export function withLatinDigits(tag: string): string {
  return `${tag}-u-nu-latn`;
}

/** Returns the language of a stored code. `te` and `kn` are read as the stored codes `tl` and `ka`. */
export function languageOfStored(code: string): LanguageCode | undefined {
  return (
    languageCodes.find((known) => known === code) ??
    languageCodes.find((known) => languages[known].tag === code)
  );
}

/** Returns the language of a browser's tag such as `ta-IN`. `tl` and `ka` are other, unsupported languages there. */
export function languageOfTag(tag: string): LanguageCode | undefined {
  const base = baseOf(tag);
  return languageCodes.find((code) => baseOf(languages[code].tag) === base);
}

function baseOf(tag: string): string {
  return tag.toLowerCase().replace(/[-_@].*/, '');
}

/**
 * The languages people can choose, and how the catalogue's ids fall into the areas that load separately.
 * A language is offered once its catalogue `locales/CODE/app.json` exists; its row here gives it a tag and a name.
 */

/** An id of `locales/en/app.json`, the catalogue that the others follow. */
export type MessageId = keyof typeof import('./en/app.json');

/** The stored code (localStorage `language`) → the BCP 47 tag, and the language's name in its own script. */
export const languages = {
  en: { tag: 'en-IN', name: 'English' },
  ta: { tag: 'ta', name: 'தமிழ்' },
  hi: { tag: 'hi', name: 'हिन्दी' },
  tl: { tag: 'te', name: 'తెలుగు' },
  ka: { tag: 'kn', name: 'ಕನ್ನಡ' },
} as const satisfies Record<string, { tag: string; name: string }>;

export type LanguageCode = keyof typeof languages;

/**
 * Which beginnings of an id load together, the longest that fits: `first` with the first screen, `rare` a little
 * later, the others when their screen is near.
 */
export const areas = {
  first: ['app', 'common', 'create', 'problem'],
  rare: [
    'app.draft.conflict',
    'app.notFound',
    'app.openingFailed',
    'app.reentry',
    'create.email.refused',
    'create.unheard',
    'student.add.confirm',
    'student.add.text',
    'student.add.title',
    'student.cancel',
    'student.delete',
    'student.receipt',
    'student.save',
  ],
  // Few ever meet it: it comes with its code.
  query: ['app.query', 'applicant.error.query'],
  student: ['student'],
  applicant: ['applicant'],
  // What lies over the applicant's page comes with the lender's answers.
  status: [
    'status',
    'applicant.emi.chosen',
    'applicant.emi.cleared',
    'applicant.emi.recalculated',
    'applicant.sent',
  ],
  // Whatever sends a document brings it.
  document: ['document'],
  // The reviewer's desk is a page of its own.
  review: ['review'],
} as const satisfies Record<string, readonly string[]>;

export type Area = keyof typeof areas;

/** The area that carries `id`, or undefined where its beginning stands in none. */
export function areaOf(id: string): Area | undefined {
  const beginnings = (Object.entries(areas) as [Area, readonly string[]][]).flatMap(([area, heads]) =>
    heads.filter((head) => `${id}.`.startsWith(`${head}.`)).map((head) => ({ area, length: head.length })),
  );
  return beginnings.sort((a, b) => b.length - a.length)[0]?.area;
}

/** A code from the rules or the wire as a message id. Tests hold every code that is sent against the catalogue. */
export function messageId(code: string): MessageId {
  return code as MessageId;
}

/** The language of a stored code. `te` and `kn` are read as the codes `tl` and `ka` that storage has for them. */
export function languageOfStored(code: string): LanguageCode | undefined {
  return codes.find((known) => known === code) ?? codes.find((known) => languages[known].tag === code);
}

/** The language of a browser's tag such as `ta-IN`. There `tl` and `ka` are other languages, and none of ours. */
export function languageOfTag(tag: string): LanguageCode | undefined {
  const base = baseOf(tag);
  return codes.find((code) => baseOf(languages[code].tag) === base);
}

const codes = Object.keys(languages) as LanguageCode[];

function baseOf(tag: string): string {
  return tag.toLowerCase().replace(/[-_@].*/, '');
}

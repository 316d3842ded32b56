/** The terms and the privacy policy: who reads a translation reads what binds, section by section. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  currentLegalVersions,
  isLegalVersion,
  legalDocuments,
  legalVersions,
} from '../../domain/pages/legal.ts';
import { languages } from '../../locales/index.ts';
import { root } from './sources.ts';

type LegalText = { sections: { title: string; paragraphs: string[] }[] };
/** The texts by language code, then by document and version as the files are named: `terms.2026-11-23`. */
type LegalTexts = Record<string, Record<string, LegalText>>;

const texts = Object.fromEntries(Object.keys(languages).map((code) => [code, readTexts(code)]));

function readTexts(code: string): LegalTexts[string] {
  const folder = join(root, 'locales', code, 'legal');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as LegalText,
    ]),
  );
}

/** The parts in Latin letters in all languages: the name, codes, and the Ombudsman's address. */
const latinName = /^(?:Feepath|[A-Z]+|cms\.rbi\.org\.in)$/;

const rules = {
  'every version is there in English': ({ en }) =>
    legalDocuments.flatMap((document) =>
      legalVersions[document]
        .filter((version) => !en?.[`${document}.${version}`])
        .map((version) => `en has no ${document}.${version}`),
    ),

  'a language that is offered has the current version of each document': (all) =>
    Object.entries(languages)
      .filter(([, { isComplete }]) => isComplete)
      .flatMap(([code]) =>
        legalDocuments
          .map((document) => `${document}.${currentLegalVersions[document]}`)
          .filter((name) => !all[code]?.[name])
          .map((name) => `${code} has no ${name}`),
      ),

  'a text is of a version in domain/pages/legal.ts': (all) =>
    textsOf(all).flatMap(({ code, name }) => {
      const [document, version = ''] = name.split('.');
      const isKnown = legalDocuments.some((one) => one === document && isLegalVersion(one, version));
      return isKnown ? [] : [`${code}: ${name} is of no version in domain/pages/legal.ts`];
    }),

  'a text has the sections and paragraphs of English': (all) =>
    translationsOf(all)
      .filter(({ name, text }) => shapeOf(text) !== shapeOf(all.en?.[name]))
      .map(({ code, name }) => `${code}: ${name} has other sections or paragraphs than in English`),

  'a translation is in the script of its language, beside names in Latin letters': (all) =>
    translationsOf(all).flatMap(({ code, name, script, text }) =>
      passagesOf(text).flatMap((passage) => [
        ...(isWrittenIn(script, passage) ? [] : [`${code}: ${name} has '${passage}'`]),
        ...(passage.match(/[A-Za-z][A-Za-z.]*(?<!\.)/g) ?? [])
          .filter((word) => !latinName.test(word))
          .map((word) => `${code}: ${name} says '${word}'`),
        ...Object.values(languages)
          .filter((other) => other.script !== script && other.script !== 'Latn')
          .filter((other) => isWrittenIn(other.script, passage))
          .map((other) => `${code}: ${name} holds ${other.script}`),
      ]),
    ),
} satisfies Record<string, (all: LegalTexts) => string[]>;

function textsOf(all: LegalTexts) {
  return Object.entries(languages).flatMap(([code, { script }]) =>
    Object.entries(all[code] ?? {}).map(([name, text]) => ({ code, script, name, text })),
  );
}

const translationsOf = (all: LegalTexts) => textsOf(all).filter(({ code }) => code !== 'en');

const shapeOf = (text: LegalText | undefined): string =>
  (text?.sections ?? []).map(({ paragraphs }) => paragraphs.length).join();

const passagesOf = ({ sections }: LegalText): string[] =>
  sections.flatMap(({ title, paragraphs }) => [title, ...paragraphs]);

const isWrittenIn = (script: string, text: string): boolean =>
  new RegExp(`\\p{Script=${script}}`, 'u').test(text);

describe('the terms and the privacy policy', () => {
  it.each(Object.entries(rules))('%s', (_, rule) => {
    expect(rule(texts)).toEqual([]);
  });

  const terms = `terms.${currentLegalVersions.terms}`;
  const privacy = `privacy.${currentLegalVersions.privacy}`;

  it.each<[string, keyof typeof rules, (all: LegalTexts) => void, string]>([
    [
      'no English text of a former version',
      'every version is there in English',
      ({ en }) => delete en?.['terms.2026-11-22'],
      'en has no terms.2026-11-22',
    ],
    [
      'no current version',
      'a language that is offered has the current version of each document',
      ({ en }) => delete en?.[privacy],
      `en has no ${privacy}`,
    ],
    [
      'a version of which nobody knows',
      'a text is of a version in domain/pages/legal.ts',
      ({ hi, en }) => Object.assign(hi ?? {}, { 'terms.1999-01-01': en?.[terms] }),
      'hi: terms.1999-01-01 is of no version in domain/pages/legal.ts',
    ],
    [
      'a paragraph left out',
      'a text has the sections and paragraphs of English',
      ({ ta }) => ta?.[terms]?.sections[0]?.paragraphs.pop(),
      `ta: ${terms} has other sections or paragraphs than in English`,
    ],
    [
      'a paragraph in English',
      'a translation is in the script of its language, beside names in Latin letters',
      ({ tl }) => tl?.[privacy]?.sections[0]?.paragraphs.splice(0, 1, 'Name and email'),
      `tl: ${privacy} has 'Name and email'`,
    ],
    [
      'an English word',
      'a translation is in the script of its language, beside names in Latin letters',
      ({ ka }) => ka?.[privacy]?.sections[0]?.paragraphs.splice(0, 1, 'ಹೆಸರು, email.'),
      `ka: ${privacy} says 'email'`,
    ],
    [
      'a word of another language',
      'a translation is in the script of its language, beside names in Latin letters',
      ({ tl }) => tl?.[terms]?.sections[0]?.paragraphs.splice(0, 1, 'రుణం ಸಾಲ'),
      `tl: ${terms} holds Knda`,
    ],
  ])('with %s break the rule that %s', (_, rule, spoil, fault) => {
    const spoilt = structuredClone(texts);
    spoil(spoilt);
    expect(rules[rule](spoilt)).toContain(fault);
  });
});

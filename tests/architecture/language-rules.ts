/**
 * The rules of the languages, as functions of the table and of the folder of the catalogues. Each returns its
 * faults as sentences that name the file.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namespaceOf } from '../../locales/index.ts';
import { compile } from '../../scripts/messages.ts';
import { glossaryRules } from './glossary-rules.ts';
import { argumentsOf, literalsOf } from './icu.ts';
import {
  cataloguesOf,
  englishOf,
  fileOf,
  isShown,
  type Languages,
  read,
  sentCatalogues,
  sentCataloguesOf,
} from './language-catalogues.ts';

type Rule = (languages: Languages) => string[] | Promise<string[]>;
const tableFile = 'locales/index.ts';

/** A word, a code with its digits, or an address. */
const latinWord = /[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*/g;

/** The words that readers of all scripts know in Latin letters. */
const latinWords = new Set([
  ...[
    'Feepath',
    'PAN',
    'IFSC',
    'EMI',
    'OTP',
    'KYC',
    'UPI',
    'QR',
    'APR',
    'ITR',
    'PIN',
    'UMRN',
    'SMS',
    'ID',
    'API',
    'CIBIL',
    'OPC',
  ],
  // The names that the specification gives to actions: eAgreement, E-KYC, eNach.
  ...['eAgreement', 'E', 'eNach'],
  ...['PDF', 'PNG', 'JPEG', 'HEIC', 'CSV', 'MB', 'kB', 'HUF', 'LLP', 'HR'],
  // Examples that are typed, pressed or written literally.
  ...[
    'ABCDE1234F',
    'SBIN0001234',
    'S',
    'Raman',
    'Sr',
    'Manager',
    'Owner',
    'Others',
    'Shift',
    'CANCELLED',
    'KEY',
    'cms.rbi.org.in',
  ],
]);
export const languageRules = {
  'a tag is BCP 47, and no two rows have one language': ({ table }) =>
    Object.entries(table).flatMap(([code, { tag }]) => {
      const isCanonical = Intl.getCanonicalLocales(tag)[0] === tag;
      const same = Object.keys(table).filter((other) => baseOf(table[other]?.tag ?? '') === baseOf(tag));
      return [
        ...(isCanonical ? [] : [`${tableFile}: '${tag}' of ${code} is not a canonical tag`]),
        ...(same[0] === code ? [] : [`${tableFile}: ${same.join(' and ')} have the same language`]),
      ];
    }),

  'a script is the one of its tag, and the name is in it': ({ table }) =>
    Object.entries(table).flatMap(([code, { tag, name, script }]) => {
      const likely = new Intl.Locale(tag).maximize().script;
      if (script !== likely) return [`${tableFile}: ${code} is '${script}', but '${tag}' says '${likely}'`];
      return isWrittenIn(script, name) ? [] : [`${tableFile}: the name of ${code} is not in ${script}`];
    }),

  'a folder has a row': ({ table, folder }) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !(entry.name in table))
      .map(({ name }) => `locales/${name} has no row in ${tableFile}`),

  'a row has its catalogues': ({ table, folder }) =>
    Object.entries(table).flatMap(([code, { isComplete }]) =>
      [
        ...[...sentCatalogues, ...(isComplete ? (['app'] as const) : [])].map((name) =>
          fileOf(folder, code, name),
        ),
        ...(isComplete && code !== 'en' ? [placesOf(folder, code)] : []),
      ]
        .filter((file) => !existsSync(file))
        .map((file) => `locales/${code}/${basename(file)} is missing`),
    ),

  'a catalogue has the ids of English, sorted': (languages) =>
    cataloguesOf(languages).flatMap(({ row, name, title, texts }) => {
      const english = Object.keys(englishOf(languages, name));
      const ids = Object.keys(texts);
      const needed = name === 'app' && !row.isComplete ? [] : english;
      return [
        ...needed.filter((id) => !ids.includes(id)).map((id) => `${title} has no '${id}'`),
        ...ids.filter((id) => !english.includes(id)).map((id) => `${title}: English has no '${id}'`),
        ...(ids.join() === [...ids].sort().join() ? [] : [`${title} is not sorted by id`]),
      ];
    }),

  'an id of the app belongs to a namespace': (languages) =>
    Object.keys(englishOf(languages, 'app'))
      .filter((id) => namespaceOf(id) === undefined)
      .map((id) => `locales/en/app.json: '${id}' belongs to no namespace in locales/index.ts`),

  'a text says something': (languages) =>
    cataloguesOf(languages).flatMap(({ title, texts }) =>
      Object.entries(texts)
        .filter(([, text]) => !text.trim())
        .map(([id]) => `${title}: '${id}' is empty`),
    ),

  'a text compiles, with the arguments of English': async (languages) => {
    const faults = cataloguesOf(languages).map(async ({ name, title, file }) => {
      const [theirs, ours] = await Promise.all([
        compile(fileOf(languages.folder, 'en', name)),
        compile(file).catch((error: unknown) => String(error)),
      ]);
      if (typeof ours === 'string') return [`${title} does not compile: ${ours}`];
      return Object.keys(ours)
        .filter((id) => argumentsOf(ours[id]) !== argumentsOf(theirs[id]))
        .map((id) => `${title}: '${id}' has other arguments than in English`);
    });
    return (await Promise.all(faults)).flat();
  },

  'a complete app is in the script of its language, beside known Latin names': async (languages) => {
    const scripts = new Set(Object.values(languages.table).map(({ script }) => script));
    const apps = cataloguesOf(languages).filter(
      ({ name, row }) => name === 'app' && row.isComplete && row.script !== 'Latn',
    );
    const faults = apps.map(async ({ title, file, row: { script } }) => {
      const strange = [...scripts].filter((other) => other !== script && other !== 'Latn');
      const messages = await compile(file).catch(() => ({}));
      return Object.entries(messages).flatMap(([id, message]) => {
        const text = literalsOf(message).join(' ');
        // Search words may be in any script, since they are typed and not shown.
        const words = isShown(id) ? (text.match(latinWord) ?? []) : [];
        const unknown = words.filter((word) => !latinWords.has(word));
        return [
          ...unknown.map((word) => `${title}: '${id}' says '${word}' in Latin`),
          ...strange
            .filter((other) => isWrittenIn(other, text))
            .map((other) => `${title}: '${id}' holds ${other}`),
        ];
      });
    });
    return (await Promise.all(faults)).flat();
  },

  'what is sent is in the script of its language, beside Latin names': (languages) => {
    const scripts = new Set(Object.values(languages.table).map(({ script }) => script));
    return sentCataloguesOf(languages).flatMap(({ row: { script }, title, texts }) => {
      const strange = [...scripts].filter((other) => other !== script && other !== 'Latn');
      return Object.entries(texts).flatMap(([id, text]) => [
        ...(isWrittenIn(script, text) ? [] : [`${title}: '${id}' is not in ${script}`]),
        ...strange
          .filter((other) => isWrittenIn(other, text))
          .map((other) => `${title}: '${id}' holds ${other}`),
      ]);
    });
  },

  'what is sent is in its own language, not in another of the same script': (languages) => {
    const all = sentCataloguesOf(languages);
    return all.flatMap(({ code, name, title, texts }, place) =>
      all
        .slice(0, place)
        .filter((earlier) => earlier.name === name && earlier.code !== code)
        .flatMap((earlier) =>
          Object.keys(texts)
            .filter((id) => texts[id] === earlier.texts[id])
            .map((id) => `${title}: '${id}' is as in ${earlier.title}`),
        ),
    );
  },

  'a complete app is not a copy of another language': (languages) => {
    const apps = cataloguesOf(languages).filter(({ name, row }) => name === 'app' && row.isComplete);
    return apps.flatMap(({ title, texts }, place) =>
      apps
        .slice(0, place)
        .filter((earlier) => JSON.stringify(earlier.texts) === JSON.stringify(texts))
        .map((earlier) => `${title} is a copy of ${earlier.title}`),
    );
  },
  'the names of places are in the script of their language, sorted by the English ones': ({
    table,
    folder,
  }) =>
    Object.entries(table)
      .filter(([, { script, isComplete }]) => isComplete && script !== 'Latn')
      .flatMap(([code, { script }]) => {
        const names = read(placesOf(folder, code));
        const ids = Object.keys(names);
        return [
          ...(ids.join() === [...ids].sort().join() ? [] : [`locales/${code}/places.json is not sorted`]),
          ...Object.entries(names)
            .filter(([, name]) => !isWrittenIn(script, name) || /\p{Script=Latn}/u.test(name))
            .map(([id]) => `locales/${code}/places.json: '${id}' is not in ${script}`),
        ];
      }),

  ...glossaryRules,
} satisfies Record<string, Rule>;

const placesOf = (folder: string, code: string): string => join(folder, code, 'places.json');

const isWrittenIn = (script: string, text: string): boolean =>
  new RegExp(`\\p{Script=${script}}`, 'u').test(text);

const baseOf = (tag: string): string => tag.split('-')[0] ?? '';

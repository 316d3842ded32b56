/** The catalogues of the languages, as the rules read them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageRow } from '../../locales/index.ts';

export type Languages = {
  table: Readonly<Record<string, LanguageRow>>;
  /** Holds a folder for each code. */
  folder: string;
};

/** The catalogues of what is sent to people, and of the documents that they sign; complete in each language. */
export const sentCatalogues = [
  'messages',
  'reasons',
  'key-facts',
  'loan-agreement',
  'receipt',
  'statement',
  'no-dues',
] as const;

export type CatalogueName = 'app' | (typeof sentCatalogues)[number];
export type Catalogue = {
  code: string;
  row: LanguageRow;
  name: CatalogueName;
  /** The name that faults show. */
  title: string;
  file: string;
  texts: Record<string, string>;
};

/** The catalogues that are there; whether one is missing is a rule of its own. */
export function cataloguesOf({ table, folder }: Languages): Catalogue[] {
  return Object.entries(table).flatMap(([code, row]) =>
    [...sentCatalogues, 'app' as const]
      .map((name) => ({
        code,
        row,
        name,
        title: `locales/${code}/${name}.json`,
        file: fileOf(folder, code, name),
      }))
      .filter(({ file }) => existsSync(file))
      .map((catalogue) => ({ ...catalogue, texts: read(catalogue.file) })),
  );
}

export const sentCataloguesOf = (languages: Languages): Catalogue[] =>
  cataloguesOf(languages).filter(({ name }) => name !== 'app');

export const englishOf = ({ folder }: Languages, name: CatalogueName): Record<string, string> =>
  read(fileOf(folder, 'en', name));

export const fileOf = (folder: string, code: string, name: CatalogueName): string =>
  join(folder, code, `${name}.json`);

export const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

/** False for the words by which a question of the FAQ is found, which stand on no screen. */
export const isShown = (id: string): boolean => !id.endsWith('.keywords');

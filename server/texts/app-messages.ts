/** Messages of the app that the server stores or writes into a file, as the page shows them. */
import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '../../domain/values/wire.ts';
import { languageCodes } from '../../locales/index.ts';

/** The messages with these ids by language; one that a catalogue does not have yet is English. */
export function appMessages<Id extends string>(
  ids: readonly Id[],
): Readonly<Record<Language, Readonly<Record<Id, string>>>> {
  const english = readCatalogue('en');
  const messagesOf = (language: Language) => {
    const catalogue = { ...english, ...readCatalogue(language) };
    return Object.fromEntries(ids.map((id) => [id, catalogue[id]]));
  };
  return Object.fromEntries(languageCodes.map((code) => [code, messagesOf(code)])) as Record<
    Language,
    Record<Id, string>
  >;
}

function readCatalogue(language: Language): Record<string, string> {
  const file = new URL(`../../locales/${language}/app.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** The sentence of the form by which an applicant agrees to the terms and the privacy policy. */
import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '../../domain/wire.ts';
import { languageCodes } from '../../locales/languages.ts';

const messageId = 'applicant.declare.terms';

/** By language; one whose catalogue does not say it yet shows it in English. */
export const declarations = Object.fromEntries(
  languageCodes.map((code) => [code, readDeclaration(code) ?? readDeclaration('en')]),
) as Record<Language, string>;

function readDeclaration(language: Language): string | undefined {
  const file = new URL(`../../locales/${language}/app.json`, import.meta.url);
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[messageId];
}

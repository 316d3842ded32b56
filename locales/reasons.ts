/**
 * The ready-made words of a reviewer's reasons, as a parent reads them, by language: each says what is wrong and what
 * to do, for a typed answer and, where the reason fits one, for a photo. `other` has none: the reviewer writes.
 */
import type { LanguageCode } from './index.ts';

export type ReasonMessages = Readonly<typeof import('./en/reasons.json')>;

/** A reason that has words. */
export type WordedReason = keyof ReasonMessages;

const files = import.meta.glob<ReasonMessages>('./*/reasons.json', { import: 'default' });

/**
 * Fetches the words of one language; each language is a chunk of its own.
 * @throws where the chunk cannot be fetched
 */
export async function loadReasonMessages(language: LanguageCode): Promise<ReasonMessages> {
  const file = `./${language}/reasons.json`;
  const load = files[file];
  if (!load) throw new Error(`There is no locales/${language}/reasons.json`);
  return load();
}

/**
 * The texts of a reviewer's reasons for parents, by language: each names the fault and the remedy, for a typed answer
 * and, if the reason fits one, for a photo. `other` has no text: the reviewer writes it.
 */
import type { LanguageCode } from './index.ts';

export type ReasonMessages = Readonly<typeof import('./en/reasons.json')>;

/** A reason that has words. */
export type WordedReason = keyof ReasonMessages;

const files = import.meta.glob<ReasonMessages>('./*/reasons.json', { import: 'default' });

/** Fetches the words of one language; each language is a separate chunk. @throws if the chunk cannot be fetched */
export async function loadReasonMessages(language: LanguageCode): Promise<ReasonMessages> {
  const file = `./${language}/reasons.json`;
  const load = files[file];
  if (!load) throw new Error(`There is no locales/${language}/reasons.json`);
  return load();
}

/**
 * The ready-made words of a reviewer's reasons, as a parent reads them, by language: each says what is wrong and what
 * to do, for a typed answer and, where the reason fits one, for a photo. `other` has none: the reviewer writes.
 */
import type { LanguageCode } from './index.ts';

export type ReasonWords = Readonly<typeof import('./reasons/en.json')>;

/** A reason that has words. */
export type WordedReason = keyof ReasonWords;

/**
 * Fetches the words of one language; on a page, each is a chunk of its own. Nothing says that they are JSON: in
 * development they come as a script, and a browser that was told otherwise would refuse them.
 */
export const loadReasonWords: Record<LanguageCode, () => Promise<ReasonWords>> = {
  en: async () => (await import('./reasons/en.json')).default,
  ta: async () => (await import('./reasons/ta.json')).default,
  hi: async () => (await import('./reasons/hi.json')).default,
  tl: async () => (await import('./reasons/tl.json')).default,
  ka: async () => (await import('./reasons/ka.json')).default,
};

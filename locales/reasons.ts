/**
 * The ready-made words of a reviewer's reasons, as a parent reads them, by language: each says what is wrong and what
 * to do, for a typed answer and, where the reason fits one, for a photo. `other` has none: the reviewer writes.
 */
import type { LanguageCode } from './index.ts';

export type ReasonWords = Readonly<typeof import('./en/reasons.json')>;

/** A reason that has words. */
export type WordedReason = keyof ReasonWords;

/**
 * Fetches the words of one language; on a page, each is a chunk of its own. Nothing says that they are JSON: in
 * development they come as a script, and a browser that was told otherwise would refuse them.
 */
export const loadReasonWords: Record<LanguageCode, () => Promise<ReasonWords>> = {
  en: async () => (await import('./en/reasons.json')).default,
  ta: async () => (await import('./ta/reasons.json')).default,
  hi: async () => (await import('./hi/reasons.json')).default,
  tl: async () => (await import('./tl/reasons.json')).default,
  ka: async () => (await import('./ka/reasons.json')).default,
};

/** The search of the FAQ, by words: what a question is about comes before what its answer happens to mention. */
import { wordsOf } from '../../ui/matching.ts';

/** The texts of a question in the language of the page. */
export interface SearchedTexts {
  question: string;
  /** Synonyms for the search; may be empty. */
  keywords: string;
  answer: string;
}

/** The length below which words are ignored, unless nothing else was typed. */
const shortestWord = 3;
/** The length from which a word counts where not every typed word matches. */
const significantLength = 5;
/** A shorter word has no ending that is compared. */
const shortestStem = 4;

/** An ending that is typed and not written there, or the other way round: refund and refunds, bounce and bounced. */
const longestEnding = 3;

/**
 * @returns the items about which every typed word is; else those whose answer has the missing ones; else those about
 *   which most of the words are. In the list's order.
 */
export function searchQuestions<Item extends SearchedTexts>(items: readonly Item[], typed: string): Item[] {
  const all = wordsOf(typed);
  const long = all.filter((word) => word.length >= shortestWord);
  const searched = long.length > 0 ? long : all;
  const indexed = items.map((item) => {
    const subject = wordsOf(`${item.question} ${item.keywords}`);
    const answer = new Set(wordsOf(item.answer));
    const isSubject = (word: string) => subject.some((known) => isSameWord(known, word));
    return { item, isSubject, isMentioned: (word: string) => isSubject(word) || answer.has(word) };
  });
  const about = indexed.filter(({ isSubject }) => searched.every(isSubject));
  if (about.length > 0) return about.map(({ item }) => item);
  const mentioned = indexed.filter(({ isMentioned }) => searched.every(isMentioned));
  if (mentioned.length > 0) return mentioned.map(({ item }) => item);
  const words = searched.filter((word) => word.length >= significantLength);
  const counted = indexed.map(({ item, isSubject }) => ({ item, count: words.filter(isSubject).length }));
  const most = Math.max(...counted.map(({ count }) => count));
  return most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ item }) => item);
}

/** Returns whether the typed word is a prefix of the known one, or the known one with another ending. */
const isSameWord = (known: string, typed: string): boolean =>
  known.startsWith(typed) ||
  (known.length >= shortestStem && typed.startsWith(known) && typed.length - known.length <= longestEnding);

/** Parses the parameters of lists and searches besides columns: the page, and the search text. */
import { wrongShape } from '../http/problem.ts';
import { isRowId } from '../loans/ids.ts';

/**
 * @param longest rows of a page, which is also what holds where `page_length` is absent
 * @returns the rows before the page, and how many the page may have
 * @throws Problem 400
 */
export function readPage(
  { page_length: length, page = 1 }: { page_length?: number; page?: number },
  longest: number,
): { offset: number; limit: number } {
  const limit = length ?? longest;
  if (limit < 1 || limit > longest) throw wrongShape('page_length', `must be from 1 to ${longest}`);
  if (!isRowId(page)) throw wrongShape('page', 'must be 1 or more');
  return { offset: (page - 1) * limit, limit };
}

/** Names are compared without regard to case and to the number of spaces. */
export const normalizeName = (text: string): string =>
  text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

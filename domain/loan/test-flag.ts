/** Says whether an address or a script tag marks loans as test loans (decision 118). */

/** @param text the flag's value; null or undefined if it is absent, '' if it has no value */
export const isTestFlag = (text: string | null | undefined): boolean =>
  typeof text === 'string' && !['0', 'false'].includes(text.trim().toLowerCase());

/** Says whether an address or a script tag marks loans as test loans (decision 118). */

/** @param text what the flag says; null or undefined where it is absent, '' where it stands alone */
export const isTestFlag = (text: string | null | undefined): boolean =>
  typeof text === 'string' && !['0', 'false'].includes(text.trim().toLowerCase());

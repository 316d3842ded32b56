/** Patterns of LIKE. */

/** A text as a pattern that means nothing but itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

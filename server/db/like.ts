/** Returns a text as a pattern of LIKE that means nothing but itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

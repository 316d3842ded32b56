/** Tables as text for spreadsheets. */

/**
 * Comma-separated values as RFC 4180 has them, with CRLF behind each line. A text that a spreadsheet would calculate is
 * preceded by an apostrophe, so that a name can do nothing on the computer of whoever opens the file.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

const cell = (text: string): string => {
  const plain = /^[\s]*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

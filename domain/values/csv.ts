/** Tables as text for spreadsheets. */

/**
 * Returns comma-separated values according to RFC 4180, with CRLF after each line. A text that a spreadsheet would
 * calculate is preceded by an apostrophe, so that a name cannot run code on a reader's computer.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

const cell = (text: string): string => {
  const plain = /^[\s]*[=+\-@|%\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

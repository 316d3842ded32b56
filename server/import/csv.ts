/** Comma-separated values as RFC 4180 has them: quotes, doubled quotes, line breaks inside quotes, CRLF or LF. */

/** `line` is where the record begins in the file, from 1. */
export type CsvRecord = { line: number; cells: string[] };
export type CsvError = { line: number; reason: string };

/**
 * Lines that are empty or begin with `#` are left out. A faulty record is reported and reading goes on behind it;
 * a quote that is never closed ends the file.
 */
export function readCsv(text: string): { records: CsvRecord[]; faults: CsvError[] } {
  const source = text.replace(/^\uFEFF/, '');
  const records: CsvRecord[] = [];
  const faults: CsvError[] = [];
  let at = 0;
  let line = 1;

  while (at < source.length) {
    const began = line;
    if (source[at] === '#') {
      skipLine();
      continue;
    }
    const { cells, reason } = readRecord();
    if (reason) faults.push({ line: began, reason });
    else if (cells.some((cell) => cell !== '')) records.push({ line: began, cells });
  }
  return { records, faults };

  function readRecord(): { cells: string[]; reason?: string | undefined } {
    const cells: string[] = [];
    let reason: string | undefined;
    for (;;) {
      const quoted = source[at] === '"';
      const cell = quoted ? readQuoted() : readPlain();
      if (cell === undefined) return { cells, reason: 'a quote is opened and never closed' };
      if (!quoted && cell.includes('"')) reason = 'a quote is in a cell that does not begin with one';
      cells.push(cell);
      if (source[at] === ',') {
        at += 1;
        continue;
      }
      if (at < source.length && !atLineEnd()) {
        skipLine();
        return { cells, reason: 'there is text behind a closing quote' };
      }
      endLine();
      return { cells, reason };
    }
  }

  function readPlain(): string {
    const from = at;
    while (at < source.length && source[at] !== ',' && !atLineEnd()) at += 1;
    return source.slice(from, at);
  }

  function readQuoted(): string | undefined {
    let cell = '';
    at += 1;
    while (at < source.length) {
      const letter = source[at];
      if (letter === '"' && source[at + 1] !== '"') {
        at += 1;
        return cell;
      }
      if (letter === '"') at += 1;
      if (letter === '\n') line += 1;
      cell += letter;
      at += 1;
    }
    return undefined;
  }

  function atLineEnd(): boolean {
    return source[at] === '\n' || (source[at] === '\r' && source[at + 1] === '\n');
  }

  function endLine(): void {
    if (source[at] === '\r') at += 1;
    if (source[at] === '\n') at += 1;
    line += 1;
  }

  function skipLine(): void {
    while (at < source.length && !atLineEnd()) at += 1;
    endLine();
  }
}

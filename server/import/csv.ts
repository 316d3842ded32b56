/** Comma-separated values as RFC 4180 has them: quotes, doubled quotes, line breaks inside quotes, CRLF or LF. */
import { type Info, parse } from 'csv-parse/sync';

/** `line` is where the record begins in the file, from 1. */
export type CsvRecord = { line: number; cells: string[] };
export type CsvError = { line: number; reason: string };

/**
 * Lines that are empty or begin with `#` are left out. A faulty record is reported and reading goes on behind it;
 * a quote that is never closed ends the file.
 */
export function readCsv(text: string): { records: CsvRecord[]; faults: CsvError[] } {
  const source = text.replaceAll(/\r\n?/g, '\n');
  const faults: CsvError[] = [];
  const read = parse(source, {
    bom: true,
    comment: '#',
    comment_no_infix: true,
    record_delimiter: '\n',
    relax_column_count: true,
    // A stray quote is found below: the parser would take what is behind it for a cell in quotes.
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: (_, raw = '') => {
      const line = linesOf(source) - linesOf(withoutComments(raw)) + 1;
      faults.push({ line, reason: 'a quote is opened and never closed' });
    },
    info: true,
    raw: true,
  }) as unknown as { info: Info; record: string[]; raw: string }[];
  const records = read.flatMap(({ info, record: cells, raw }) => {
    const record = withoutComments(raw).replace(/\n$/, '');
    const line = info.lines - linesOf(record) + 1;
    const isStray = record.replaceAll(quotedCell, '$1').includes('"');
    if (isStray) faults.push({ line, reason: 'a quote is neither around a cell nor doubled' });
    return isStray || cells.every((cell) => cell === '') ? [] : [{ line, cells }];
  });
  return { records, faults };
}

/** A quoted cell, with the comma before it. */
const quotedCell = /(^|,)"(?:[^"]|"")*"(?=,|$)/g;

/** The text of a record, which begins with the comments before it. */
const withoutComments = (raw: string): string => raw.replace(/^(?:#.*\n)+/, '');

const linesOf = (text: string): number => text.split('\n').length;

/**
 * As much of PDF's syntax as its encryption needs: dictionaries and their values (ISO 32000-2, 7.3). What
 * cannot be read is undefined. No more than a window of the file is read for one dictionary, and a whole file has few
 * lookups, so that one that is made to be slow holds up the other calls for a fraction of a second.
 */

export type PdfValue =
  | { is: 'number'; value: number }
  | { is: 'name'; value: string }
  | { is: 'string'; value: Buffer }
  | { is: 'reference'; number: number; generation: number }
  | { is: 'array'; values: PdfValue[] }
  | { is: 'dictionary'; entries: Dictionary }
  /** `true`, `false`, `null`. */
  | { is: 'word'; value: string };

export type Dictionary = ReadonlyMap<string, PdfValue>;

/** In bytes; what a trailer lists of a large file's revisions is long. */
const windowBytes = 65_536;
const deepest = 8;

/** Windows that are read, and searches through the file; one that is whole needs three. */
const mostLookups = 16;

export type PdfFile = {
  bytes: Buffer;
  lookupsLeft: number;
  /** What was found under the number and generation of an object. */
  found: Map<string, Dictionary | undefined>;
};

export const openPdf = ({ buffer, byteOffset, byteLength }: Uint8Array): PdfFile => ({
  bytes: Buffer.from(buffer, byteOffset, byteLength),
  lookupsLeft: mostLookups,
  found: new Map(),
});

/** The dictionary that begins at `at`, or behind the spaces and comments there. */
export function readDictionary(pdf: PdfFile, at: number): Dictionary | undefined {
  if (pdf.lookupsLeft === 0) return undefined;
  pdf.lookupsLeft -= 1;
  const text = pdf.bytes.toString('latin1', at, at + windowBytes);
  const read = readValue({ text, at: 0 }, deepest);
  return read?.is === 'dictionary' ? read.entries : undefined;
}

/** The dictionary that is the file's object of this number, sought from the end, where the latest revision is. */
export function findDictionary(pdf: PdfFile, number: number, generation: number): Dictionary | undefined {
  const head = `${number} ${generation} obj`;
  if (!pdf.found.has(head)) pdf.found.set(head, searchDictionary(pdf, head));
  return pdf.found.get(head);
}

function searchDictionary(pdf: PdfFile, head: string): Dictionary | undefined {
  let before = pdf.bytes.length;
  while (before >= 0 && pdf.lookupsLeft > 0) {
    pdf.lookupsLeft -= 1;
    const at = pdf.bytes.lastIndexOf(head, before, 'latin1');
    if (at < 0) return undefined;
    before = at - 1;
    const isWhole = at === 0 || !/\d/.test(String.fromCharCode(pdf.bytes[at - 1] ?? 0));
    const found = isWhole ? readDictionary(pdf, at + head.length) : undefined;
    if (found) return found;
  }
  return undefined;
}

type Reader = { text: string; at: number };

/** What `pattern`, a sticky one, finds at the reader’s position; the position is then after it. */
function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const [found] = pattern.exec(reader.text) ?? [];
  if (found !== undefined) reader.at += found.length;
  return found;
}

const spaces = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const reference = /\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const hexadecimal = /<[\0\t\n\f\r 0-9A-Fa-f]*>/y;
const word = /[a-z]+/y;

function readValue(reader: Reader, depth: number): PdfValue | undefined {
  take(reader, spaces);
  if (depth === 0) return undefined;
  if (take(reader, /<</y)) return readEntries(reader, depth);
  if (take(reader, /\[/y)) return readArray(reader, depth);
  if (reader.text[reader.at] === '(') return readLiteral(reader);
  const digits = take(reader, hexadecimal);
  if (digits !== undefined) return { is: 'string', value: bytesOfHexadecimal(digits) };
  const label = take(reader, name);
  if (label !== undefined) return { is: 'name', value: nameOf(label) };
  const pointer = take(reader, reference);
  if (pointer !== undefined) {
    const [object, generation] = pointer.split(/[^\dR]+/).map(Number);
    return { is: 'reference', number: object ?? 0, generation: generation ?? 0 };
  }
  const figure = take(reader, number);
  if (figure !== undefined) return { is: 'number', value: Number(figure) };
  const value = take(reader, word);
  return value === undefined ? undefined : { is: 'word', value };
}

function readEntries(reader: Reader, depth: number): PdfValue | undefined {
  const entries = new Map<string, PdfValue>();
  for (;;) {
    take(reader, spaces);
    if (take(reader, />>/y)) return { is: 'dictionary', entries };
    const key = take(reader, name);
    const value = key === undefined ? undefined : readValue(reader, depth - 1);
    if (key === undefined || !value) return undefined;
    entries.set(nameOf(key), value);
  }
}

function readArray(reader: Reader, depth: number): PdfValue | undefined {
  const values: PdfValue[] = [];
  for (;;) {
    take(reader, spaces);
    if (take(reader, /\]/y)) return { is: 'array', values };
    const value = readValue(reader, depth - 1);
    if (!value) return undefined;
    values.push(value);
  }
}

const plainPart = /[^()\\\r]+/y;
const lineEnd = /\r\n?/y;
const escape = /\\(?:[0-7]{1,3}|\r\n|[^])/y;
const escaped: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** A string in parentheses, which may hold pairs of them. */
function readLiteral(reader: Reader): PdfValue | undefined {
  const parts: string[] = [];
  let open = 0;
  for (;;) {
    const part = take(reader, plainPart);
    if (part !== undefined) parts.push(part);
    else if (take(reader, lineEnd) !== undefined) parts.push('\n');
    else if (take(reader, /\(/y) !== undefined) {
      if (open > 0) parts.push('(');
      open += 1;
    } else if (take(reader, /\)/y) !== undefined) {
      open -= 1;
      if (open === 0) return { is: 'string', value: Buffer.from(parts.join(''), 'latin1') };
      parts.push(')');
    } else {
      const sign = take(reader, escape)?.slice(1);
      if (sign === undefined) return undefined;
      const isOctal = /^[0-7]/.test(sign);
      parts.push(isOctal ? String.fromCharCode(parseInt(sign, 8) & 0xff) : (escaped[sign] ?? sign));
    }
  }
}

/** An odd last digit counts as followed by a 0. */
function bytesOfHexadecimal(text: string): Buffer {
  const digits = text.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
}

const nameOf = (text: string): string =>
  text.slice(1).replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Detects a file's type from its bytes, because its name and its declared type can be wrong. */

export type FileKind = 'jpeg' | 'png' | 'pdf' | 'heic' | 'webp' | 'other';

/** The number of a file's first bytes that `detectFileKind` needs. */
export const headBytes = 1024;

/** The kinds that can be uploaded, and the media types under which they are. */
export const mediaTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
} as const satisfies Partial<Record<FileKind, string>>;

/** Returns whether a file of this kind can be uploaded without a conversion. */
export const isAcceptedKind = (kind: FileKind): kind is keyof typeof mediaTypes => kind in mediaTypes;

/** Returns the kind of a file by its first `headBytes` bytes; fewer where the file is shorter. */
export function detectFileKind(head: Uint8Array): FileKind {
  if (matchesAt(head, 0, jpegStart)) return 'jpeg';
  if (matchesAt(head, 0, pngStart)) return 'png';
  if (matchesAt(head, 0, riff) && matchesAt(head, 8, webp)) return 'webp';
  if (matchesAt(head, 4, boxOfBrands) && heicBrands.some((brand) => matchesAt(head, 8, brand))) return 'heic';
  // Mail programs and banks put other bytes before a PDF, and readers skip them.
  for (let at = 0; at + pdfStart.length <= Math.min(head.length, headBytes); at += 1) {
    if (matchesAt(head, at, pdfStart)) return 'pdf';
  }
  return 'other';
}

/**
 * Returns whether a PDF is encrypted, even if it opens without a password and only printing is forbidden: the
 * dictionary of a trailer or of a cross-reference stream has an /Encrypt entry. Takes one pass over the bytes.
 */
export function isEncryptedPdf(pdf: Uint8Array): boolean {
  let isInDictionary = false;
  for (let at = 0; at < pdf.length; at += 1) {
    switch (pdf[at]) {
      case firstBytes.trailer:
        if (matchesAt(pdf, at, trailer)) isInDictionary = true;
        break;
      case firstBytes.object:
        if (matchesAt(pdf, at, object) && isSpace(pdf, at - 1)) isInDictionary = true;
        break;
      case firstBytes.stream:
        // The content of a page can have the text /Encrypt too.
        if (matchesAt(pdf, at, stream)) isInDictionary = false;
        break;
      case firstBytes.encrypt:
        if (!isInDictionary || !matchesAt(pdf, at, encrypt)) break;
        if (isDictionaryOrReference(pdf, at + encrypt.length)) return true;
        break;
      default:
    }
  }
  return false;
}

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const jpegStart = Uint8Array.of(0xff, 0xd8, 0xff);
const pngStart = bytes('\x89PNG\r\n\x1a\n');
const pdfStart = bytes('%PDF-');
const riff = bytes('RIFF');
const webp = bytes('WEBP');
const boxOfBrands = bytes('ftyp');
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'].map(bytes);

const trailer = bytes('trailer');
const object = bytes('obj');
const stream = bytes('stream');
const encrypt = bytes('/Encrypt');
const dictionaryStart = bytes('<<');
const [referenceEnd] = bytes('R');
const firstBytes = { trailer: trailer[0], object: object[0], stream: stream[0], encrypt: encrypt[0] };

/** A loop and no `every`: `isEncryptedPdf` calls it for each byte of a file that is made to be slow. */
function matchesAt(text: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index += 1) if (text[at + index] !== word[index]) return false;
  return true;
}

function isSpace(text: Uint8Array, at: number): boolean {
  const byte = text[at];
  return byte === undefined || byte === 0 || (byte >= 9 && byte <= 13 && byte !== 11) || byte === 32;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Returns whether `<<` or `5 0 R` is at `at`, or after spaces there. */
function isDictionaryOrReference(pdf: Uint8Array, at: number): boolean {
  const value = skipSpaces(pdf, at);
  if (matchesAt(pdf, value, dictionaryStart)) return true;
  const number = skipDigits(pdf, value);
  const generation = skipSpaces(pdf, number);
  const generationEnd = skipDigits(pdf, generation);
  const end = skipSpaces(pdf, generationEnd);
  const hasParts = number > value && generation > number && generationEnd > generation && end > generationEnd;
  return hasParts && value > at && pdf[end] === referenceEnd;
}

function skipSpaces(pdf: Uint8Array, from: number): number {
  let to = from;
  while (to < pdf.length && isSpace(pdf, to)) to += 1;
  return to;
}

function skipDigits(pdf: Uint8Array, from: number): number {
  let to = from;
  while (isDigit(pdf[to])) to += 1;
  return to;
}

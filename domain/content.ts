/** What a document is by its bytes: its name and its declared type are anybody's word. */

export type Kind = 'jpeg' | 'png' | 'pdf' | 'heic' | 'webp' | 'other';

/** How many of a file's first bytes `kindOf` needs. */
export const headBytes = 1024;

/** The kinds that may travel, as what they travel. */
export const mediaTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
} as const satisfies Partial<Record<Kind, string>>;

/** Whether documents of `kind` travel as they are. */
export const mayTravel = (kind: Kind): kind is keyof typeof mediaTypes => kind in mediaTypes;

/** The kind of a file by its first `headBytes` bytes; fewer where the file is shorter. */
export function kindOf(head: Uint8Array): Kind {
  if (stands(head, 0, jpegStart)) return 'jpeg';
  if (stands(head, 0, pngStart)) return 'png';
  if (stands(head, 0, riff) && stands(head, 8, webp)) return 'webp';
  if (stands(head, 4, boxOfBrands) && heicBrands.some((brand) => stands(head, 8, brand))) return 'heic';
  // Mail programs and banks put bytes of their own before a PDF; readers take it from here on.
  for (let at = 0; at + pdfStart.length <= Math.min(head.length, headBytes); at += 1) {
    if (stands(head, at, pdfStart)) return 'pdf';
  }
  return 'other';
}

/** Whether a PDF is encrypted, be it that anybody may open it and only printing is forbidden. */
export function isLocked(pdf: Uint8Array): boolean {
  return !locksOf(pdf).next().done;
}

/**
 * Where the dictionaries that tell of a PDF's encryption begin: each trailer's, or the one of a cross-reference
 * stream, that has an /Encrypt entry. One pass over the bytes, however often it is asked to go on.
 * @returns offsets, in bytes, behind the word that such a dictionary follows
 */
export function* locksOf(pdf: Uint8Array): Generator<number, undefined> {
  let dictionary: number | undefined;
  for (let at = 0; at < pdf.length; at += 1) {
    switch (pdf[at]) {
      case firstOf.trailer:
        if (stands(pdf, at, trailer)) dictionary = at + trailer.length;
        break;
      case firstOf.object:
        if (stands(pdf, at, object) && isSpace(pdf, at - 1)) dictionary = at + object.length;
        break;
      case firstOf.stream:
        // A page may write of encryption too.
        if (stands(pdf, at, stream)) dictionary = undefined;
        break;
      case firstOf.encrypt:
        if (dictionary === undefined || !stands(pdf, at, encrypt)) break;
        if (isDictionaryOrReference(pdf, at + encrypt.length)) yield dictionary;
        break;
      default:
    }
  }
  return undefined;
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
const firstOf = { trailer: trailer[0], object: object[0], stream: stream[0], encrypt: encrypt[0] };

function stands(text: Uint8Array, at: number, word: Uint8Array): boolean {
  return word.every((byte, index) => text[at + index] === byte);
}

function isSpace(text: Uint8Array, at: number): boolean {
  const byte = text[at];
  return byte === undefined || byte === 0 || (byte >= 9 && byte <= 13 && byte !== 11) || byte === 32;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Whether `<<` or `5 0 R` stands at `at`, or behind the spaces there. */
function isDictionaryOrReference(pdf: Uint8Array, at: number): boolean {
  const skip = (from: number, fits: (at: number) => boolean) => {
    let to = from;
    while (to < pdf.length && fits(to)) to += 1;
    return to;
  };
  const skipSpaces = (from: number) => skip(from, (index) => isSpace(pdf, index));
  const skipDigits = (from: number) => skip(from, (index) => isDigit(pdf[index]));
  const value = skipSpaces(at);
  if (stands(pdf, value, bytes('<<'))) return true;
  const number = skipDigits(value);
  const generation = skipSpaces(number);
  const generationEnd = skipDigits(generation);
  const end = skipSpaces(generationEnd);
  const hasParts = number > value && generation > number && generationEnd > generation && end > generationEnd;
  return hasParts && value > at && stands(pdf, end, bytes('R'));
}

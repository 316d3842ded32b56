/**
 * Detects and removes the metadata of an image (location, time, device, texts of software), so that it is never uploaded.
 */

/** Tells whether a JPEG's head has more than decoding needs (EXIF, XMP, IPTC, comments), or cannot be read. */
export function hasMetadata(jpeg: Uint8Array): boolean {
  const view = viewOf(jpeg);
  for (let at = 2; at + 4 <= jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker === startOfScan) return false;
    const isKnown = marker >> 8 === 0xff && (marker < firstAppMarker || keptMarkers.includes(marker));
    if (!isKnown) return true;
  }
  return true;
}

const startOfScan = 0xffda;
/** The APP0 marker; the segments of other programs, and comments, come after it. */
const firstAppMarker = 0xffe0;
/** The kept segments: JFIF, the colours' profile, Adobe's colour transform. */
const keptMarkers = [0xffe0, 0xffe2, 0xffee];

/**
 * Returns a PNG's parts without its texts; together they are the same picture.
 * @returns undefined if it holds EXIF, which may turn the picture, or cannot be read
 */
export function withoutTextChunks(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  const view = viewOf(png);
  const parts = [png.subarray(0, signatureBytes)];
  for (let at = signatureBytes, next; at + chunkOverheadBytes <= png.length; at = next) {
    next = at + chunkOverheadBytes + view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (type === 'eXIf') return undefined;
    if (!textChunkTypes.includes(type)) parts.push(png.subarray(at, next));
    if (type === 'IEND') return next <= png.length ? parts : undefined;
  }
  return undefined;
}

const signatureBytes = 8;
/** A chunk's length, type and checksum. */
const chunkOverheadBytes = 12;
const textChunkTypes = ['tEXt', 'zTXt', 'iTXt', 'tIME'];

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

/** Prepares a chosen file for the upload: its media type determined by its content, a picture shrunk, or refused. */
import {
  headBytes,
  isEncryptedPdf,
  detectFileKind,
  isAcceptedKind,
  mediaTypes,
} from '../../domain/values/content.ts';
import { decodeImage } from './decode.ts';
import { hasMetadata, withoutTextChunks } from './image-metadata.ts';
import { shrinkToJpeg, maxSidePx, compressedMaxBytes } from './shrink.ts';

/** Limits from the document master; `maxBytes` applies to the prepared file. */
export interface FileRules {
  maxBytes: number;
  takesPassword: boolean;
}

/** `blob` has the media type of what it is now. `isLocked`: a PDF that is encrypted. */
export type Prepared = { kind: 'prepared'; blob: Blob; isPicture: boolean; isLocked: boolean };

/**
 * `heic`: a photo that this browser cannot read, and the phone could save as JPEG. `locked`: a PDF with a password, if
 * none is taken. `unreadable`: damaged, or moved since it was chosen.
 */
export type InvalidFile = {
  kind: 'invalidFile';
  reason: 'empty' | 'tooLarge' | 'wrongType' | 'heic' | 'unreadable' | 'locked';
};

/** Makes a chosen file ready to be sent. Never throws. */
export async function prepareFile(file: File, rule: FileRules): Promise<Prepared | InvalidFile> {
  try {
    if (file.size === 0) return invalidFile('empty');
    const kind = detectFileKind(await bytesOf(file.slice(0, headBytes)));
    if (kind === 'other') return invalidFile('wrongType');
    return await (kind === 'pdf' ? preparePdf(file, rule) : preparePicture(file, kind, rule));
  } catch {
    return invalidFile('unreadable');
  }
}

type PictureKind = Exclude<ReturnType<typeof detectFileKind>, 'pdf' | 'other'>;

async function preparePdf(
  file: File,
  { maxBytes, takesPassword }: FileRules,
): Promise<Prepared | InvalidFile> {
  if (file.size > maxBytes) return invalidFile('tooLarge');
  const bytes = await bytesOf(file);
  const locked = isEncryptedPdf(bytes);
  if (locked && !takesPassword) return invalidFile('locked');
  return preparedFile(new Blob([bytes], { type: mediaTypes.pdf }), { isPicture: false, isLocked: locked });
}

async function preparePicture(
  file: File,
  kind: PictureKind,
  { maxBytes }: FileRules,
): Promise<Prepared | InvalidFile> {
  const target = Math.min(compressedMaxBytes, maxBytes);
  const picture = await decodeImage(file, { longest: maxSidePx, isHeic: kind === 'heic' });
  if (!picture)
    return invalidFile(kind === 'heic' ? 'heic' : file.size > maxBytes ? 'tooLarge' : 'unreadable');
  try {
    const original = file.size <= target ? await withoutMetadata(file, kind) : undefined;
    const blob = original ?? (await shrinkToJpeg(picture, { maxBytes: target, longest: maxSidePx }));
    if (!blob) return invalidFile('unreadable');
    return blob.size > maxBytes
      ? invalidFile('tooLarge')
      : preparedFile(blob, { isPicture: true, isLocked: false });
  } finally {
    picture.close();
  }
}

/** Returns the file without metadata; undefined if that needs a new encoding. */
async function withoutMetadata(file: File, kind: PictureKind): Promise<Blob | undefined> {
  if (!isAcceptedKind(kind)) return undefined;
  const bytes = await bytesOf(file);
  const parts = kind === 'png' ? withoutTextChunks(bytes) : hasMetadata(bytes) ? undefined : [bytes];
  return parts && new Blob(parts, { type: mediaTypes[kind] });
}

/** Copies the file into memory: a phone may revoke the access to another app's file before it is uploaded. */
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

const invalidFile = (reason: InvalidFile['reason']): InvalidFile => ({ kind: 'invalidFile', reason });

const preparedFile = (blob: Blob, flags: Pick<Prepared, 'isPicture' | 'isLocked'>): Prepared => ({
  kind: 'prepared',
  blob,
  ...flags,
});

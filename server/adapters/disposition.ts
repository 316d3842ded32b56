/** The Content-Disposition header of a file that is shown inline, with its name (RFC 6266). */
import { uriEncode } from '../../packages/object-store/index.ts';

/** In ASCII for every client, and as it is for those that read more. */
export function inlineDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = plain === fileName ? '' : `; filename*=UTF-8''${uriEncode(fileName)}`;
  return `inline; filename="${plain}"${exact}`;
}

/** The encoding `aws-chunked`, in which a client sends a body whose sum it knows only at the end. */
import { S3Error } from './errors.ts';

/** More than any line of it has. */
const longestLine = 1024;

/**
 * The bytes without their frame.
 * @param trailers gets what follows the bytes, by names in small letters
 * @throws S3Error IncompleteBody where it ends early, InvalidRequest where it is no such encoding
 */
export async function* unchunk(
  source: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  let stage: 'size' | 'data' | 'afterData' | 'trailer' | 'done' = 'size';
  let left = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    while (rest.length > 0) {
      if (stage === 'data') {
        const data = rest.subarray(0, left);
        rest = rest.subarray(data.length);
        left -= data.length;
        if (left === 0) stage = 'afterData';
        yield data;
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end === -1 && rest.length <= longestLine) break;
      if (end === -1 || end > longestLine || stage === 'done') throw malformed();
      const line = rest.toString('latin1', 0, end);
      rest = rest.subarray(end + 2);
      if (stage === 'afterData') {
        if (line !== '') throw malformed();
        stage = 'size';
      } else if (stage === 'size') {
        left = sizeIn(line);
        stage = left === 0 ? 'trailer' : 'data';
      } else if (line === '') stage = 'done';
      else trailers.set(...trailerIn(line));
    }
  }
  if (stage !== 'done' || rest.length > 0) throw new S3Error('IncompleteBody', 'The body ends early');
}

function sizeIn(line: string): number {
  if (!/^[0-9a-f]{1,8}$/i.test(line)) throw malformed();
  return Number.parseInt(line, 16);
}

function trailerIn(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw malformed();
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

const malformed = () => new S3Error('InvalidRequest', 'The body is not aws-chunked');

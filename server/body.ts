/** Reads a request's body: of the right kind, not too long, and of text that the database can keep. */
import type { SchemaAt } from './contract.ts';
import { Problem, wrongShape } from './problem.ts';

/** Most bytes of a JSON body. */
export const jsonMaxBytes = 1_048_576;

/** Bytes read and thrown away after a body has grown too long, so that the client hears the answer. */
const drainBytes = 16 * 1_048_576;

/** Deeper than any body of the contract; a bomb of brackets ends here. */
const deepest = 32;

export type ReadBody = { value: unknown; mediaType: string };

/**
 * @param media the kinds that the operation takes, with their schemas
 * @throws Problem 400, 413 or 415
 */
export async function readBody(request: Request, media: Map<string, SchemaAt>): Promise<ReadBody> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const schema = media.get(mediaType);
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (!schema || encoding !== 'identity') {
    await drain(request.body?.getReader(), drainBytes);
    throw new Problem(415, `The body must be ${[...media.keys()].join(' or ')}, not encoded`);
  }
  if (mediaType === 'application/json') {
    return { value: readJson(await readBytes(request, jsonMaxBytes)), mediaType };
  }
  const most = typeof schema.value.maxLength === 'number' ? schema.value.maxLength : jsonMaxBytes;
  const bytes = await readBytes(request, most);
  if (bytes.length === 0) throw wrongShape('', 'The body is empty');
  return { value: bytes, mediaType };
}

async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  const announced = Number(request.headers.get('content-length') ?? 0);
  while (reader && announced <= most) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    if (length > most) break;
    chunks.push(value);
  }
  if (!reader) return Buffer.alloc(0);
  await drain(reader, drainBytes);
  throw new Problem(413, `The body is longer than ${most} bytes`);
}

async function drain(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  most: number,
): Promise<void> {
  let length = 0;
  while (reader && length < most) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.length;
  }
  await reader?.cancel();
}

function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw wrongShape('', 'The body is empty');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw wrongShape('', 'The body is not JSON');
  }
  refuseUnkeepable(value);
  return value;
}

/** True for text that PostgreSQL cannot keep: a NUL, or half of a surrogate pair. */
export const isUnkeepable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);

function refuseUnkeepable(body: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && isUnkeepable(value)) {
      throw wrongShape('', 'The body holds a character that cannot be kept');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= deepest) throw wrongShape('', 'The body is nested too deeply');
    for (const [name, member] of Object.entries(value)) {
      open.push({ value: name, depth: depth + 1 }, { value: member, depth: depth + 1 });
    }
  }
}

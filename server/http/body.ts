/** Reads a request's body: JSON, not too long, and of text that the database can keep. */
import { platform, type Timer } from '../platform/platform.ts';
import { Problem, wrongShape } from './problem.ts';

/** The most bytes of a JSON body of any operation; each has its own limit in the contract. */
export const jsonMaxBytes = 1_048_576;

/** The time limit for a body: a megabyte at the 35 kB/s of a slow phone. */
const bodyTimeoutMs = 30_000;

/** Bytes read and thrown away after a body has grown too long, so that the client hears the answer. */
const drainBytes = 16 * 1_048_576;

/** Most objects, lists and commas of a JSON body, which is more than its values: the contract needs about 3,000. */
const mostTokens = 10_000;

/** Deeper than any body of the contract; a bomb of brackets ends here. */
const deepest = 32;

export type BodyOptions = {
  /** The operation's cap. */
  maxBytes?: number;
  /** The time limit from the start to the end of reading the body. */
  timeoutMs?: number;
  /** Gets the raw bytes before they are parsed, and may throw. */
  verify?: (bytes: Uint8Array) => void;
};

/** @throws Problem 400, 408, 413 or 415, and what `verify` throws */
export async function readBody(
  request: Request,
  { maxBytes = jsonMaxBytes, timeoutMs = bodyTimeoutMs, verify }: BodyOptions = {},
): Promise<unknown> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  let timer: Timer | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = platform.startTimer(() => reject(bodyTimedOut()), timeoutMs);
  });
  try {
    if (mediaType !== 'application/json' || encoding !== 'identity') {
      await Promise.race([drain(request.body?.getReader()), timedOut]);
      throw new Problem(415, 'The body must be application/json, not encoded');
    }
    const bytes = await Promise.race([readBytes(request, maxBytes), timedOut]);
    verify?.(bytes);
    return readJson(bytes);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw wrongShape('', 'The connection ended before the body did');
  } finally {
    timer?.close();
  }
}

const bodyTimedOut = () =>
  new Problem(408, 'The body did not arrive in time', undefined, { headers: { connection: 'close' } });

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  // Node lets no more through than was announced. A stream costs more time than all else that a short call takes.
  if (announced <= maxBytes) return new Uint8Array(await request.arrayBuffer());
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader && !(announced > maxBytes)) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.length;
    if (length > maxBytes) break;
    chunks.push(value);
  }
  if (!reader) return Buffer.alloc(0);
  await drain(reader);
  throw new Problem(413, `The body is longer than ${maxBytes} bytes`);
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
  let length = 0;
  while (reader && length < drainBytes) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.length;
  }
  await reader?.cancel();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw wrongShape('', 'The body is empty');
  const { tokens, depth } = measureJson(bytes);
  if (tokens > mostTokens) throw wrongShape('', `The body has more than ${mostTokens} values`);
  if (depth > deepest) throw wrongShape('', 'The body is nested too deeply');
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw wrongShape('', 'The body is not JSON');
  }
  // Neither UTF-8 nor JSON lets such a character through but as an escape.
  if (text.includes(String.raw`\u`) && holdsUnstorable(value)) {
    throw wrongShape('', 'The body holds a character that cannot be kept');
  }
  return value;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Reads little further than the limits: parsing a megabyte of brackets takes a hundred times as long as this. */
function measureJson(json: Uint8Array): { tokens: number; depth: number } {
  let [tokens, open, depth] = [0, 0, 0];
  let inString = false;
  for (let at = 0; at < json.length && tokens <= mostTokens && depth <= deepest; at += 1) {
    const byte = json[at];
    if (byte === quote) inString = !inString;
    else if (inString) at += Number(byte === backslash);
    else if (byte === comma) tokens += 1;
    else if (byte === openBracket || byte === openBrace) {
      tokens += 1;
      open += 1;
      depth = Math.max(depth, open);
    } else if (byte === closeBracket || byte === closeBrace) open -= 1;
  }
  return { tokens, depth };
}

/** True for text that PostgreSQL cannot keep: a NUL, or half of a surrogate pair. */
export const isUnstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);

/** Returns whether a value that is not nested deeply holds unstorable text. */
const holdsUnstorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? isUnstorable(value)
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsUnstorable);

/** The object store is killed during writes: acknowledged objects are whole, and no half-written one exists. */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../server/platform/clock.ts';
import { isNightly } from '../support/nightly.ts';
import {
  type Credentials,
  issueCredentials,
  loanPrincipal,
} from '../../packages/object-store/credentials.ts';
import { type ObjectFolder, openObjectFolder } from '../../packages/object-store/folder.ts';
import { objectStoreFolder } from '../../packages/object-store/open.ts';
import { unsignedPayload } from '../../packages/object-store/signature.ts';
import { openUploads, type Uploads } from '../../packages/object-store/uploads.ts';
import {
  type Answer,
  newLoan,
  pathOf,
  send,
  type SignedParts,
  signed,
} from '../../packages/object-store/tests/store.ts';

/** The number of kills; the short form has one at each of `moments`. */
const kills = isNightly ? 50 : 5;
/** The moments after which a process is killed, at once or a little later. */
const moments = ['object', 'begun', 'part', 'parts', 'uploaded'];
const root = fileURLToPath(new URL('../..', import.meta.url));
const outDir = join(root, 'dist', 'test-objects');
const key = 'a key of the tests, of thirty-two characters or more';
const loan = newLoan();
const at = (name: string) => `private/${loan}/${name}`;
/** The size in bytes of the object that is overwritten and read all the time. */
const sameSize = 50_000;
const firstPart = randomBytes(5 * 1024 * 1024);

/** The contents that a key may have: the last acknowledged one, or one written since. */
const allowed = new Map<string, Set<string | undefined>>();
/** The keys that were written to since they were looked at. */
const touched = new Set<string>();
const counts = { objects: 0, parts: 0, uploads: 0, reads: 0, drafts: 0 };
let dataDir: string;
let folder: ObjectFolder;
let uploads: Uploads;

beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: 'tests/faults/objects-process.ts', outDir, target: 'node20', minify: false },
  });
  dataDir = mkdtempSync(join(tmpdir(), 'feepath-objects-'));
  folder = await openObjectFolder(objectStoreFolder(dataDir), systemClock);
  uploads = openUploads(folder);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

it(`survives ${kills} times kill -9`, async () => {
  for (let round = 0; round < kills; round += 1) {
    const server = await start();
    expectSwept(await folder.entries(''));
    const work = new Work(server.host);
    const lanes = [
      until((step) => work.putNew(at(`new-${round}-${step}`))),
      until(() => Promise.all([work.overwrite(at('same')), work.read(at('same')), work.read(at('same'))])),
      until((step) => work.uploadParts(at(`parts-${step % 3}`))),
    ];
    await Promise.race([once(work.happened, moments[round % moments.length] ?? ''), ...lanes]);
    await pause((round * 7) % 40);
    await server.kill9();
    const ends = await Promise.all(lanes);
    expect(ends.filter((end) => !isConnectionEnd(end))).toEqual([]);
    counts.drafts += readdirSync(folder.paths.drafts).length;
    await expectWhole([...touched]);
    await expectParts(work.acknowledgedParts);
  }
  const server = await start();
  await server.kill9();
  await expectWhole([...allowed.keys()]);
  const left = await uploads.list('');
  await uploads.dropBefore(new Date(Date.now() + 1000));
  expect(readdirSync(folder.paths.uploads)).toEqual([]);
  expectSwept(await folder.entries(''));
  console.log(
    `acknowledged, and drafts found, over ${kills} kills: ${JSON.stringify(counts)}; uploads swept at the end: ${left.length}`,
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(Math.floor(kills / 10));
});

/** Runs calls that throw when the server ends, and that expect to be served until then. */
class Work {
  /** The parts of the running upload, by number. */
  acknowledgedParts: { id: string; key: string; eTags: Map<number, string> } | undefined;
  /** Tells each of `moments`. */
  readonly happened = new EventEmitter();
  private readonly credentials: Credentials = issueCredentials(key, loanPrincipal(loan), new Date());

  constructor(private readonly host: string) {}

  async putNew(name: string): Promise<void> {
    await this.put(name, randomBytes(1 + Math.floor(Math.random() * 20_000)));
  }

  async overwrite(name: string): Promise<void> {
    await this.put(name, randomBytes(sameSize));
  }

  async uploadParts(name: string): Promise<void> {
    const last = randomBytes(1000);
    const whole = hashOf(firstPart, last);
    const begun = await this.call({ method: 'POST', path: pathOf(name), query: 'uploads' });
    const id = /<UploadId>(\w+)</.exec(begun.body.toString())?.[1] ?? '';
    const eTags = new Map<number, string>();
    this.acknowledgedParts = { id, key: name, eTags };
    this.happened.emit('begun');
    for (const [index, body] of [firstPart, last].entries()) {
      const query = `partNumber=${index + 1}&uploadId=${id}`;
      const { headers } = await this.call({ method: 'PUT', path: pathOf(name), query, body });
      eTags.set(index + 1, String(headers.etag));
      counts.parts += 1;
      this.happened.emit(index === 0 ? 'part' : 'parts');
    }
    const named = [...eTags].map(
      ([number, eTag]) => `<Part><PartNumber>${number}</PartNumber><ETag>${eTag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${named.join('')}</CompleteMultipartUpload>`);
    this.acknowledgedParts = undefined;
    begin(name, whole);
    await this.call({ method: 'POST', path: pathOf(name), query: `uploadId=${id}`, body });
    acknowledge(name, whole);
    counts.uploads += 1;
    this.happened.emit('uploaded');
  }

  async read(name: string): Promise<void> {
    const answer = await send(this.host, this.signed({ path: pathOf(name) }));
    if (answer.status === 404) return;
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBe(sameSize);
    const hash = hashOf(answer.body);
    expect(everWritten.has(hash)).toBe(true);
    counts.reads += 1;
  }

  private async put(name: string, body: Buffer): Promise<void> {
    const hash = hashOf(body);
    begin(name, hash);
    await this.call({ method: 'PUT', path: pathOf(name), body });
    acknowledge(name, hash);
    counts.objects += 1;
    this.happened.emit('object');
  }

  private signed(parts: SignedParts) {
    return signed(this.host, new Date(), {
      credentials: this.credentials,
      payload: unsignedPayload,
      ...parts,
    });
  }

  private async call(parts: SignedParts): Promise<Answer> {
    const answer = await send(this.host, this.signed(parts));
    expect([answer.status, answer.body.toString()]).toEqual([200, expect.anything()]);
    return answer;
  }
}

const everWritten = new Set<string>();

function begin(name: string, hash: string): void {
  everWritten.add(hash);
  touched.add(name);
  const may = allowed.get(name) ?? new Set([undefined]);
  allowed.set(name, may.add(hash));
}

function acknowledge(name: string, hash: string): void {
  allowed.set(name, new Set([hash]));
}

/** Expects the objects to have the bytes that their entries name, and the keys a content that they may have. */
async function expectWhole(names: string[]): Promise<void> {
  for (const name of names) {
    const opened = await folder.open(name);
    const hash = opened && hashOf(await opened.content.readFile());
    await opened?.content.close();
    expect(hash).toBe(opened?.entry.sha256);
    expect([...(allowed.get(name) ?? [])]).toContain(hash);
    // The content must not change from now on.
    allowed.set(name, new Set([hash]));
    touched.delete(name);
  }
}

async function expectParts(acknowledged: Work['acknowledgedParts']): Promise<void> {
  if (!acknowledged) return;
  const parts = await uploads.parts(acknowledged.id, acknowledged.key);
  for (const [number, eTag] of acknowledged.eTags) {
    expect(parts.find((part) => part.number === number)?.eTag).toBe(eTag.replaceAll('"', ''));
  }
}

/** Expects every file to belong to an object or an upload. */
function expectSwept(entries: { file: string }[]): void {
  expect(readdirSync(folder.paths.drafts)).toEqual([]);
  expect(readdirSync(folder.paths.contents).sort()).toEqual(entries.map(({ file }) => file).sort());
  for (const id of readdirSync(folder.paths.uploads)) {
    const names = readdirSync(join(folder.paths.uploads, id)).filter((name) => name !== 'upload.json');
    expect(names.filter((name) => name.endsWith('.part'))).toHaveLength(names.length / 2);
  }
}

/** @returns the error that ended it */
async function until(step: (count: number) => Promise<unknown>): Promise<unknown> {
  try {
    for (let count = 0; ; count += 1) await step(count);
  } catch (error) {
    return error;
  }
}

const isConnectionEnd = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code));

async function start(): Promise<{ host: string; kill9: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(outDir, 'objects-process.js')], {
    env: { ...process.env, DATA_DIR: dataDir, OBJECTS_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => resolve(/listening (\d+)/.exec(text.toString())?.[1] ?? ''));
    void ended.then(() => reject(new Error('The store did not start')));
  });
  return {
    host: `127.0.0.1:${port}`,
    kill9: async () => {
      process.off('exit', abandon);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function hashOf(...bytes: Buffer[]): string {
  const hash = createHash('sha256');
  for (const one of bytes) hash.update(one);
  return hash.digest('hex');
}

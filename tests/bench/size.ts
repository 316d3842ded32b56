/**
 * `npm run size`: what the first screen weighs and what the steps add to it (gz), compared with the floor of the
 * libraries that they use, and the same of the consumer app's start. The floor is `tests/bench/floor/`, built from the same lockfile with the same settings.
 * `npm run size -- --modules` adds what the first screen is made of, beside the same of the floor.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBuilder, mergeConfig, type Rolldown, type UserConfig } from 'vite';
import { type Place, places, steps } from '../../domain/pages/steps.ts';
import { firstScreenPath } from '../../server/app/first-screen.ts';
import appConfig, { shared } from '../../vite.config.ts';
import { root } from '../../scripts/build-app.ts';
import { prerenderEnvironment, writeFirstScreens } from '../../scripts/prerender.ts';

const budget = {
  firstToFloor: 1.3,
  accountToFloor: 1.3,
  // The steps are measured together, so code may move between them. The limit leaves 10 kB for new fields.
  stepsToFloor: 0.78,
  floorKb: 145,
  pluginKb: 42,
  embedScriptKb: 3.072,
  // The limit of what a language outside the app's bundle adds to the first screen.
  otherLanguageKb: 3,
};

const appFolder = 'dist/size/app';
/** The words and fields of the first screen, in HTML and nothing else. */
const formFloor = 'tests/bench/static-form/index.html';

type Step = Exclude<Place, 'create'>;

const laterSteps = places.filter((place): place is Step => place !== 'create');

const sourceOf = (step: Step) =>
  step === 'success' ? '/src/apply/status/success.tsx' : `/src/apply/${step}/screen.tsx`;

/** The folder of the first screen, which must not be fetched later, or it would not be weighed. */
const firstFolder = '/src/apply/create/';

/** Fetched with the first upload of a document only. */
const plugin = '/src/storage/amplify.ts';
const forbiddenModules = /node_modules\/(@aws-sdk|@aws-crypto|@aws-amplify|aws-amplify|@smithy)\//;

type Built = { chunks: Map<string, Rolldown.OutputChunk>; assets: Map<string, string | Uint8Array> };
type Row = { name: string; bytes: number; limit: number; parts: [string, number][] };

await main();

async function main(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const app = await buildPage(mergeConfig(appConfig, { build: { outDir: appFolder } }));
  await buildPage(
    mergeConfig(appConfig, { environments: { prerender: prerenderEnvironment(appFolder) } }),
    'prerender',
  );
  await writeFirstScreens(appFolder, ['create']);
  for (const language of ['en', 'ta'] as const) {
    const path = firstScreenPath('create', language);
    app.assets.set(path, readFileSync(join(root, appFolder, path)));
  }
  const account = await buildPage(
    mergeConfig(appConfig, { build: { outDir: 'dist/size/account' } }),
    'account',
  );
  const embed = await buildPage(mergeConfig(appConfig, { build: { outDir: 'dist/size/embed' } }), 'embed');
  const floor = await buildPage({
    ...shared,
    root: join(root, 'tests/bench/floor'),
    build: { ...shared.build, outDir: join(root, 'dist/size/floor'), emptyOutDir: true },
  });

  const floorBytes = weightOf(pageStart(floor, 'index.html'), floor);
  // The first screen is in its page; so is a form in that of the floor.
  const formFloorBytes = floorBytes + gzipSync(readFileSync(join(root, formFloor))).length;
  const first = firstScreen(app, 'en');
  const rows: Row[] = [
    row('floor', pageStart(floor, 'index.html'), floor, budget.floorKb * 1000),
    row('first screen', first, app, formFloorBytes * budget.firstToFloor),
    row('first in Tamil', firstScreen(app, 'ta'), app, weightOf(first, app) + budget.otherLanguageKb * 1000),
    row('account start', pageStart(account, 'account.html'), account, floorBytes * budget.accountToFloor),
    row('steps', stepFiles(app, first), app, floorBytes * budget.stepsToFloor),
    row('storage plugin', chunkOf(plugin, app), app, budget.pluginKb * 1000),
    row('embed.js', new Set(['embed.js']), embed, budget.embedScriptKb * 1000),
  ];
  const faults = [
    ...rows.flatMap(overBudget),
    // A step that is not found would weigh nothing and pass.
    ...laterSteps.flatMap((step) => missingChunk(sourceOf(step), app)),
    ...missingFirst(first, app),
    ...missingChunk(plugin, app),
    ...otherFiles(embed),
    ...forbiddenIn(app),
  ];
  print(rows);
  if (process.argv.includes('--modules'))
    printModules(sourcesIn(first, app), sourcesIn(pageStart(floor, 'index.html'), floor));
  for (const fault of faults) console.log(`FAULT ${fault}`);
  const firstBytes = weightOf(first, app);
  console.log(
    `size: first screen ${kb(firstBytes)} kB gz, floor with a form ${kb(formFloorBytes)} kB gz, ratio ${(firstBytes / formFloorBytes).toFixed(3)}`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** @param page the environment of vite.config.ts that builds the page */
async function buildPage(config: UserConfig, page = 'client'): Promise<Built> {
  const builder = await createBuilder({ ...config, configFile: false, logLevel: 'warn' });
  const environment = builder.environments[page];
  if (!environment) throw new Error(`Vite builds no page '${page}'.`);
  const output = await builder.build(environment);
  if (Array.isArray(output) || !('output' in output)) throw new Error('Vite gave not one output.');
  const chunks = new Map<string, Rolldown.OutputChunk>();
  const assets = new Map<string, string | Uint8Array>();
  for (const file of output.output) {
    if (file.type === 'chunk') chunks.set(file.fileName, file);
    else assets.set(file.fileName, file.source);
  }
  return { chunks, assets };
}

/** The HTML and everything that it or what it loads needs before the first paint. */
function pageStart(app: Built, html: string): Set<string> {
  const entries = [...app.chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  return new Set([html, ...closure(app, entries)]);
}

/** The page as it comes with its first screen, whose style sheets are in it, and the messages that it fetches. */
function firstScreen(app: Built, language: 'en' | 'ta'): Set<string> {
  const html = firstScreenPath('create', language);
  const parts = [...pageStart(app, html)].filter((file) => !file.endsWith('.css'));
  return new Set([...parts, ...(language === 'en' ? [] : messagesOf(language, 'first', app))]);
}

/** The chunks of all steps, their English messages, and what all of them import, without what the first screen has. */
function stepFiles(app: Built, first: Set<string>): Set<string> {
  const entries = laterSteps.flatMap((step) => [...chunkOf(sourceOf(step), app)]);
  const namespaces = laterSteps.flatMap((step) => [...steps[step].namespaces]);
  const messages = namespaces.flatMap((namespace) => messagesOf('en', namespace, app));
  const files = [...closure(app, entries), ...messages];
  // The page's style sheets came with it.
  const fetched = new Set([...first, ...pageStart(app, 'index.html')]);
  return new Set(files.filter((file) => !fetched.has(file)));
}

function messagesOf(language: string, namespace: string, app: Built): string[] {
  return [...app.assets.keys()].filter((file) => file.startsWith(`assets/${language}-${namespace}-`));
}

function isMadeFrom(chunk: Rolldown.OutputChunk, module: string): boolean {
  return facadeOf(chunk).endsWith(module);
}

function facadeOf(chunk: Rolldown.OutputChunk): string {
  return (chunk.facadeModuleId ?? '').replaceAll('\\', '/');
}

/** The chunks that `entries` import statically, at any depth, with their style sheets. */
function closure(app: Built, entries: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (file: string) => {
    const chunk = app.chunks.get(file);
    if (!chunk || files.has(file)) return;
    files.add(file);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
    chunk.imports.forEach(visit);
  };
  entries.forEach(visit);
  return files;
}

function row(name: string, files: Set<string>, app: Built, limit: number): Row {
  const parts = [...files].map((file): [string, number] => [file, gz(file, app)]);
  return { name, bytes: weightOf(files, app), limit, parts: parts.sort((a, b) => b[1] - a[1]) };
}

function weightOf(files: Set<string>, app: Built): number {
  return [...files].reduce((sum, file) => sum + gz(file, app), 0);
}

/** Files are sent and compressed separately. */
function gz(file: string, app: Built): number {
  const content = app.chunks.get(file)?.code ?? app.assets.get(file);
  if (content === undefined) throw new Error(`${file} was not built.`);
  return gzipSync(content).length;
}

function overBudget({ name, bytes, limit }: Row): string[] {
  return bytes > limit ? [`${name} weighs ${kb(bytes)} kB, more than ${kb(limit)} kB`] : [];
}

function missingFirst(first: Set<string>, app: Built): string[] {
  const there = [...first].some((file) =>
    app.chunks.get(file)?.moduleIds.some((id) => id.includes(firstFolder)),
  );
  return there ? [] : [`the first screen does not hold ${firstFolder}: import it statically`];
}

/** The module's own chunk: what it shares with others comes with them. */
function chunkOf(module: string, app: Built): Set<string> {
  const entries = [...app.chunks.values()].filter((chunk) => isMadeFrom(chunk, module));
  return new Set(entries.map(({ fileName }) => fileName));
}

function missingChunk(module: string, app: Built): string[] {
  return chunkOf(module, app).size === 1 ? [] : [`${module} has no lazy chunk of its own`];
}

function forbiddenIn(app: Built): string[] {
  const others = [...app.chunks.values()].filter((chunk) => !isMadeFrom(chunk, plugin));
  return others.flatMap(({ fileName, moduleIds }) =>
    moduleIds
      .filter((module) => forbiddenModules.test(module))
      .map((module) => `${fileName} holds the object store's client: ${module}`),
  );
}

/** A partner's page loads one file. */
function otherFiles(embed: Built): string[] {
  return [...embed.chunks.keys(), ...embed.assets.keys()]
    .filter((file) => file !== 'embed.js')
    .map((file) => `embed.js comes with another file: ${file}`);
}

function print(rows: Row[]): void {
  for (const { name, bytes, limit, parts } of rows) {
    console.log(`${name.padEnd(16)}${kb(bytes).padStart(8)} kB gz   of at most ${kb(limit)} kB`);
    for (const [file, size] of parts) console.log(`    ${kb(size).padStart(8)}  ${file}`);
  }
}

/** Packages, and our own files by folder, with the text that they bring. */
function sourcesIn(files: Set<string>, app: Built): Map<string, string> {
  const sources = new Map<string, string>();
  for (const file of files) {
    for (const [id, { code }] of Object.entries(app.chunks.get(file)?.modules ?? {})) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? dirname(id).replace(root, '');
      sources.set(name, (sources.get(name) ?? '') + (code ?? ''));
    }
  }
  return sources;
}

function printModules(app: Map<string, string>, floor: Map<string, string>): void {
  const size = (text = '') => (text ? gzipSync(text).length : 0);
  const names = [...new Set([...app.keys(), ...floor.keys()])].sort(
    (a, b) => size(app.get(b)) - size(app.get(a)),
  );
  console.log(`\n${'before minification'.padEnd(40)}${'app'.padStart(8)}${'floor'.padStart(8)}`);
  for (const name of names) {
    console.log(
      `${name.padEnd(40)}${kb(size(app.get(name))).padStart(8)}${kb(size(floor.get(name))).padStart(8)}`,
    );
  }
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

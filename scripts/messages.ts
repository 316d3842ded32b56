/**
 * A Vite plugin for the catalogues, compiled by formatjs so that the app needs no parser. An id that a language does not
 * have yet comes from English.
 * - `import messages from '../locales/en/app.json?namespace=student&messages'` is one namespace, as part of the app.
 * - Beside an app that fetches messages (src/i18n/message-files.ts) each namespace of each language is a file. The version in
 *   their names changes with any text.
 * - `import '../locales/ta/key-facts.json?compiled'` is a whole catalogue, complete in each language.
 * - The namespace `places` has the names of `places.json`; English has none, because they are stored in English.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import {
  messageFile,
  type Namespace,
  namespaceOf,
  namespaces,
  placeId,
  languageCodes,
} from '../locales/index.ts';

const namespaceQuery = /^(.+\.json)\?namespace=(\w+)&messages$/;
const wholeQuery = '?compiled';

const locales = fileURLToPath(new URL('../locales', import.meta.url));
export const catalogueOf = (language: string) => join(locales, language, 'app.json');
const placesOf = (language: string) => join(locales, language, 'places.json');
const fetchingModule = '/src/i18n/message-files.ts';

export function messagesPlugin(): Plugin {
  const version = messagesVersion();
  const files = messageFiles(version);
  return {
    name: 'feepath-messages',
    enforce: 'pre',
    config: () => ({ define: { __MESSAGES_VERSION__: JSON.stringify(version) } }),
    configureServer({ middlewares, watcher, ws }) {
      const catalogues = languageCodes.flatMap((language) => [catalogueOf(language), placesOf(language)]);
      watcher.add(catalogues).on('change', (file) => {
        if (catalogues.includes(file)) ws.send({ type: 'full-reload' });
      });
      middlewares.use('/assets', (request, reply, next) => {
        const wanted = files.find(({ name }) => request.url === `/${name}`);
        if (!wanted) return next();
        contentOf(wanted).then((content) => {
          reply.setHeader('content-type', 'application/json');
          reply.end(content);
        }, next);
      });
    },
    async generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      if (![...this.getModuleIds()].some((id) => id.replaceAll('\\', '/').endsWith(fetchingModule))) return;
      const emitted = files.map(async (file) => {
        this.emitFile({ type: 'asset', fileName: `assets/${file.name}`, source: await contentOf(file) });
      });
      await Promise.all(emitted);
    },
    async load(id) {
      if (id.endsWith(`.json${wholeQuery}`)) {
        const whole = id.slice(0, -wholeQuery.length);
        this.addWatchFile(whole);
        return moduleOf(await compile(whole));
      }
      const [, file, namespace = ''] = namespaceQuery.exec(id) ?? [];
      if (file === undefined) return null;
      if (!isNamespace(namespace))
        throw new Error(`${id}: there is no namespace '${namespace}' in locales/index.ts`);
      const english = join(dirname(file), '..', 'en', 'app.json');
      this.addWatchFile(file);
      this.addWatchFile(english);
      return moduleOf(await compileMessages(namespace, file, english));
    },
  };
}

type MessageFile = { name: string; language: string; namespace: Namespace };

/** Returns the files of all languages that have a catalogue. */
const messageFiles = (version: string): MessageFile[] =>
  languageCodes
    .filter((language) => existsSync(catalogueOf(language)))
    .flatMap((language) =>
      Object.keys(namespaces)
        .filter(isNamespace)
        .map((namespace) => ({ name: messageFile(language, namespace, version), language, namespace })),
    );

const contentOf = async ({ namespace, language }: MessageFile): Promise<string> =>
  JSON.stringify(
    namespace === 'places'
      ? await compilePlaces(placesOf(language))
      : await compileMessages(namespace, catalogueOf(language), catalogueOf('en')),
  );

async function compilePlaces(file: string): Promise<CompiledMessages> {
  if (!existsSync(file)) return {};
  const names = Object.entries(await compile(file));
  return Object.fromEntries(names.map(([name, message]) => [placeId(name), message]));
}

/** Changes with any text of any catalogue. */
export function messagesVersion(): string {
  const hash = createHash('sha256');
  const files = languageCodes.flatMap((language) => [catalogueOf(language), placesOf(language)]);
  for (const file of files.filter(existsSync)) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}

const moduleOf = (messages: CompiledMessages) => ({
  code: `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`,
  moduleType: 'js' as const,
});

/** A catalogue's messages as formatjs parses them: id → list of elements. */
export type CompiledMessages = Record<string, unknown[]>;

/**
 * Returns the messages of one namespace, in English where the language does not have them yet.
 * @throws where an id belongs to no namespace, or formatjs refuses a message
 */
export async function compileMessages(
  namespace: Namespace,
  file: string,
  english: string,
): Promise<CompiledMessages> {
  const [translated, fallback] = await Promise.all([compile(file), compile(english)]);
  const ids = Object.keys({ ...fallback, ...translated });
  const unassigned = ids.find((id) => namespaceOf(id) === undefined);
  if (unassigned)
    throw new Error(`${basename(file)}: '${unassigned}' belongs to no namespace in locales/index.ts`);
  return Object.fromEntries(
    ids.filter((id) => namespaceOf(id) === namespace).map((id) => [id, translated[id] ?? fallback[id] ?? []]),
  );
}

/** The compiled messages by the text of the file, so that a text is compiled once. */
const compiled = new Map<string, Promise<CompiledMessages>>();

/** `formatjs compile --ast` of one catalogue, run once for each text of the file. */
export async function compile(file: string): Promise<CompiledMessages> {
  const text = await readFile(file, 'utf8');
  const known = compiled.get(text);
  if (known) return known;
  const messages = runFormatjs(['compile', '--format', 'simple', '--ast', file]).then(
    (printed) => JSON.parse(printed) as CompiledMessages,
  );
  compiled.set(text, messages);
  return messages;
}

/** Returns the output of formatjs for `args`. Rejects with its error message. */
export async function runFormatjs(args: string[]): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@formatjs/cli/bin/formatjs');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

function isNamespace(text: string): text is Namespace {
  return text in namespaces;
}

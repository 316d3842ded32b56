/**
 * A Vite plugin that serves the messages of one namespace of a catalogue, compiled by formatjs so that the app needs
 * no parser: `import messages from '../locales/ta/app.json?messages=student'` is `student.…` of Tamil, parsed.
 * An id that a language does not have yet comes from English. `import '../locales/ta/key-facts.json?compiled'` is a
 * whole catalogue, complete in each language. The catalogue's file is the module's file, so that a changed message
 * reloads the page in development.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { type Namespace, namespaceOf, namespaces } from '../locales/index.ts';

const query = '?messages=';
const wholeQuery = '?compiled';

export function messagesPlugin(): Plugin {
  return {
    name: 'feepath-messages',
    enforce: 'pre',
    async load(id) {
      if (id.endsWith(`.json${wholeQuery}`)) {
        const whole = id.slice(0, -wholeQuery.length);
        this.addWatchFile(whole);
        return moduleOf(await compile(whole));
      }
      const [file = '', namespace = ''] = id.split(query);
      if (!id.includes(query) || !file.endsWith('.json')) return null;
      if (!isNamespace(namespace))
        throw new Error(`${id}: there is no namespace '${namespace}' in locales/index.ts`);
      const english = join(dirname(file), '..', 'en', 'app.json');
      this.addWatchFile(file);
      this.addWatchFile(english);
      return moduleOf(await compileMessages(namespace, file, english));
    },
  };
}

const moduleOf = (messages: CompiledMessages) => ({
  code: `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))});`,
  moduleType: 'js' as const,
});

/** A catalogue's messages as formatjs parses them: id → list of elements. */
export type CompiledMessages = Record<string, unknown[]>;

/**
 * The messages of one namespace, in English where the language does not have them yet.
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

/** By the text of the file, so that the same text is compiled once. */
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

/** What formatjs prints for `args`. Rejects with its error message. */
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

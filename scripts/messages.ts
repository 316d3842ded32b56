/**
 * A Vite plugin that serves a catalogue's words by area, compiled by formatjs so that no parser travels:
 * `import words from '../locales/ta/app.json?words=student'` holds `student.…` of Tamil as parsed messages.
 * An id that a language does not have yet comes from English. The catalogue's file is the module's file, so that
 * a changed word reloads the page in development.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { type Namespace, namespaceOf, namespaces } from '../locales/index.ts';

const query = '?words=';

export function messagesPlugin(): Plugin {
  return {
    name: 'feepath-words',
    enforce: 'pre',
    async load(id) {
      const [file = '', area = ''] = id.split(query);
      if (!id.includes(query) || !file.endsWith('.json')) return null;
      if (!isArea(area)) throw new Error(`${id}: there is no area '${area}' in locales/index.ts`);
      const english = join(dirname(file), '..', 'en', 'app.json');
      this.addWatchFile(file);
      this.addWatchFile(english);
      const text = JSON.stringify(await compileMessages(area, file, english));
      return { code: `export default JSON.parse(${JSON.stringify(text)});`, moduleType: 'js' };
    },
  };
}

/** A catalogue's messages as formatjs parses them: id → list of elements. */
export type CompiledMessages = Record<string, unknown[]>;

/**
 * One area of a catalogue, with English where the language has no words yet.
 * @throws where an id stands in no area, or formatjs refuses a message
 */
export async function compileMessages(
  area: Namespace,
  file: string,
  english: string,
): Promise<CompiledMessages> {
  const [own, fallback] = await Promise.all([compile(file), compile(english)]);
  const ids = Object.keys({ ...fallback, ...own });
  const homeless = ids.find((id) => namespaceOf(id) === undefined);
  if (homeless) throw new Error(`${basename(file)}: '${homeless}' belongs to no area in locales/index.ts`);
  return Object.fromEntries(
    ids.filter((id) => namespaceOf(id) === area).map((id) => [id, own[id] ?? fallback[id] ?? []]),
  );
}

/** By the text of the file: another of the same text is not compiled again. */
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

/** What formatjs prints for `args`. Rejects with its own words where it refuses. */
export async function runFormatjs(args: string[]): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@formatjs/cli/bin/formatjs');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

function isArea(text: string): text is Namespace {
  return text in namespaces;
}

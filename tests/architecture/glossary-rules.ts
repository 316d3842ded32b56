/**
 * The words of `docs/languages/CODE.md`, held against the catalogues of the language, which may have no such file yet.
 * Two of its tables are read: 'Roots', what stands in each text whose English says a term, and 'Words not to use'.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentLegalVersions, legalDocuments } from '../../domain/pages/legal.ts';
import { compile } from '../../scripts/messages.ts';
import { literalsOf } from './icu.ts';
import { cataloguesOf, fileOf, isShown, type Languages } from './language-catalogues.ts';
import { root } from './sources.ts';

/** English, as it stands in its texts; the roots; the ids of the texts that say it in another way. */
type Term = { english: string; roots: string[]; except: string[] };

type Texts = Record<string, string>;

export const glossaryRules = {
  'an agreed term is said by its root, but for the exceptions': async (languages: Languages) => {
    const faults = Object.keys(languages.table).map(async (code) => {
      const terms = tableOf(code, 'Roots').map(termOf);
      if (terms.length === 0) return [];
      const texts = await Promise.all(
        cataloguesOf(languages)
          .filter((catalogue) => catalogue.code === code)
          .map(async ({ name, file }) =>
            Promise.all([textsOf(fileOf(languages.folder, 'en', name)), textsOf(file)]),
          ),
      );
      const english = Object.assign({}, ...texts.map(([ours]) => ours)) as Texts;
      const translated = Object.assign({}, ...texts.map(([, theirs]) => theirs)) as Texts;
      return terms.flatMap((term) => {
        const without = idsWithoutRoot(term, english, translated);
        const say = (id: string, fault: string) =>
          `docs/languages/${code}.md, ${term.english}: '${id}' ${fault}`;
        return [
          ...without.filter((id) => !term.except.includes(id)).map((id) => say(id, 'has no root of it')),
          ...term.except.filter((id) => !without.includes(id)).map((id) => say(id, 'is no exception')),
        ];
      });
    });
    return (await Promise.all(faults)).flat();
  },

  'a word not to use stands nowhere': (languages: Languages) =>
    Object.keys(languages.table).flatMap((code) => {
      const words = tableOf(code, 'Words not to use').map(([word = '']) => word);
      return filesOf(join(languages.folder, code)).flatMap((file) => {
        const text = readFileSync(join(languages.folder, code, file), 'utf8');
        return words
          .filter((word) => text.includes(word))
          .map((word) => `locales/${code}/${file} says '${word}'`);
      });
    }),
};

function idsWithoutRoot({ english, roots }: Term, ours: Texts, theirs: Texts): string[] {
  const says = new RegExp(`\\b${english}s?\\b`, 'i');
  return Object.keys(theirs).filter(
    (id) => isShown(id) && says.test(ours[id] ?? '') && !roots.some((form) => theirs[id]?.includes(form)),
  );
}

/** The rows of the table below a heading, each as its cells; none where there is no such file or heading. */
function tableOf(code: string, heading: string): string[][] {
  const file = join(root, 'docs/languages', `${code}.md`);
  if (!existsSync(file)) return [];
  const [, section = ''] = readFileSync(file, 'utf8').split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const termOf = ([english = '', roots = '', except = '']: string[]): Term => ({
  english,
  roots: listOf(roots),
  except: listOf(except).map((id) => id.replaceAll('`', '')),
});

const listOf = (cell: string): string[] => (cell === '' ? [] : cell.split(', '));

/** Returns the texts of a catalogue's messages, with all their options and without their arguments. */
async function textsOf(file: string): Promise<Texts> {
  const messages = await compile(file).catch(() => ({}));
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [id, literalsOf(message).join(' ')]),
  );
}

const filesOf = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .map(String)
        .filter((file) => file.endsWith('.json') && !file.endsWith('places.json'))
        .filter((file) => !file.startsWith('legal/') || isCurrentLegalText(file))
    : [];

/** A former version of the terms or of the privacy policy never changes, whatever its words. */
const isCurrentLegalText = (file: string): boolean =>
  legalDocuments.some((document) => file === `legal/${document}.${currentLegalVersions[document]}.json`);

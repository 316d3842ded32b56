/** Files cited by code exist, links of documents resolve, and the page for operators is complete. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usage } from '../../server/admin/commands.ts';
import { variables } from '../../server/config/variables.ts';
import { root } from './sources.ts';

const citing = [
  'src',
  'server',
  'packages',
  'machines',
  'domain',
  'openapi',
  'locales',
  'scripts',
  'tests',
  'docs',
  'public',
];
const decisionsFolder = 'docs/decisions';
const rulesFile = 'docs/product-rules.md';

const decisionFiles = readdirSync(join(root, decisionsFolder)).filter((name) => name !== 'README.md');

const text = (path: string) => readFileSync(join(root, path), 'utf8');

const filesOf = (folder: string, endings: RegExp): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter((path) => endings.test(path) && statSync(join(root, path)).isFile())
    : [];

const documents = [...readdirSync(root).filter((name) => name.endsWith('.md')), ...filesOf('docs', /\.md$/)];

type Cited = 'decision' | 'section';

/** The numbers that a text cites, such as '13a'; a range names its ends and the whole numbers between them. */
function citedIn(body: string, what: Cited): string[] {
  // A comment may break the line within a citation.
  const line = body.replace(/\s*\n\s*(?:\*|\/\/|#|--)?\s*/g, ' ');
  const lists = line.matchAll(
    new RegExp(`\\b${what}s? (\\d+[a-z]?\\b(?:(?:, and|,| and| to) \\d+[a-z]?\\b)*)`, 'gi'),
  );
  return [...lists].flatMap(([, list = '']) =>
    list.split(/, and |, | and /).flatMap((part) => {
      const [first = '', last = first] = part.split(' to ');
      const [from, to] = [Number.parseInt(first), Number.parseInt(last)];
      const between = Array.from({ length: Math.max(0, to - from - 1) }, (_, index) =>
        String(from + index + 1),
      );
      return [...new Set([first, ...between, last])];
    }),
  );
}

/** Returns the citations as 'path: number'. */
const citations = (what: Cited) =>
  [...citing.flatMap((folder) => filesOf(folder, /\.(tsx?|css|ya?ml|json|md|html)$/)), 'README.md'].flatMap(
    (path) => citedIn(text(path), what).map((number) => ({ path, number })),
  );

/** Headings and prose of a document, without its blocks of code. */
const prose = (path: string) => text(path).replace(/^(```|~~~)[\s\S]*?^\1/gm, '');

/** The headings of a document as GitHub links to them. */
function anchorsOf(path: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...prose(path).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
  return new Set(headings);
}

/** The links of a document that lead to a file or an anchor of the repository. */
const linksOf = (path: string): string[] =>
  [
    ...prose(path)
      .replace(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"/g),
  ]
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((link) => !/^[a-z]+:/i.test(link));

/** Returns the reason why a document's link is broken; undefined if it works. */
function faultOf(path: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : relative(root, resolve(root, dirname(path), decodeURIComponent(file)));
  if (!existsSync(join(root, target))) return `${path}: ${link} is no file`;
  if (anchor === undefined) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${path}: ${link} is no heading`;
}

describe('citations', () => {
  it('are read with their ranges and over the end of a line', () => {
    expect(citedIn('(decisions 111 to 113, 2a and\n * 13a)', 'decision')).toEqual([
      '111',
      '112',
      '113',
      '2a',
      '13a',
    ]);
    expect(citedIn('a decision, and sections 2, 5', 'decision')).toEqual([]);
  });

  it('of a decision have one place each', () => {
    const places = decisionFiles.flatMap((name) =>
      [...prose(`${decisionsFolder}/${name}`).matchAll(/^##? Decision (\d+[a-z]?): /gm)].map(
        ([, number]) => number,
      ),
    );
    const timesOf = (number: string) => places.filter((one) => one === number).length;
    const faults = citations('decision')
      .filter(({ number }) => timesOf(number) !== 1)
      .map(({ path, number }) => `${path} cites decision ${number}: it is in ${timesOf(number)} places`);
    expect(faults).toEqual([]);
  });

  it('of a section have a heading', () => {
    const headings = [...prose(rulesFile).matchAll(/^## Section (\d+):/gm)].map(([, number]) => number);
    const faults = citations('section').filter(({ number }) => !headings.includes(number));
    expect(faults).toEqual([]);
  });
});

it('each decision says its number and is in the table of contents', () => {
  const contents = linksOf(`${decisionsFolder}/README.md`);
  const faults = decisionFiles.flatMap((name) => {
    const [, number] = /^0*(\d+[a-z]?)-[a-z0-9-]+\.md$/.exec(name) ?? [];
    const [heading = '', ...rulings] = [...anchorsOf(`${decisionsFolder}/${name}`)];
    const links = [name, ...rulings.map((ruling) => `${name}#${ruling}`)];
    const missing = links.filter((link) => !contents.includes(link));
    return number && heading.startsWith(`decision-${number}-`) ? missing : [name];
  });
  expect(faults).toEqual([]);
});

it('links of documents lead to files and headings that exist', () => {
  const faults = documents.flatMap((path) => linksOf(path).flatMap((link) => faultOf(path, link) ?? []));
  expect(faults).toEqual([]);
});

/** The files and folders of ours that a text names; a part in capitals is a name that the reader chooses. */
const pathsIn = (body: string): string[] =>
  [...body.matchAll(new RegExp(`(?<![\\w/.@-])(?:${citing.join('|')})/[\\w./-]*\\w`, 'g'))]
    .map(([named]) => named)
    .filter((named) => !/\/[A-Z][A-Z_]+(?=[/.]|$)/.test(named));

const missingPaths = (path: string, body: string): string[] =>
  pathsIn(body).flatMap((named) => (existsSync(join(root, named)) ? [] : `${path}: ${named}`));

it('paths that documents name exist', () => {
  const quoted = (path: string) => [...prose(path).matchAll(/`[^`\n]*`/g)].join('\n');
  expect(documents.flatMap((path) => missingPaths(path, quoted(path)))).toEqual([]);
});

it('paths that comments name exist', () => {
  const comments = (path: string) =>
    [...text(path).matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*|^\s*# .*/gm)].join('\n');
  const sources = citing.flatMap((folder) => filesOf(folder, /\.(tsx?|css|ya?ml|js|typ)$/));
  expect(sources.flatMap((path) => missingPaths(path, comments(path)))).toEqual([]);
});

it('examples in documents call functions and set properties that exist', () => {
  const sources = citing.flatMap((folder) => filesOf(folder, /(?<!documents\.test)\.tsx?$/)).map(text);
  const words = new Set(sources.flatMap((body) => body.match(/[\w$]+/g) ?? []));
  const faults = documents.flatMap((path) =>
    [...text(path).matchAll(/^( *)```tsx?\n([\s\S]*?)^\1```/gm)].flatMap(([, , example = '']) => {
      // A whole module with its imports is a partner's.
      if (/^import /m.test(example)) return [];
      const calls = [...example.matchAll(/\b([a-z]\w*)\(/gi)].map(([, name = '']) => name);
      const [, component] = /<([A-Z]\w+)/.exec(example) ?? [];
      const home = sources.find((body) => component && body.includes(`export function ${component}(`));
      const properties = component
        ? [...example.matchAll(/\b([a-z]\w*)(?:=[{"]|: )/gi)].map(([, name = '']) => name)
        : [];
      return [
        ...calls.filter((name) => !words.has(name)),
        ...properties.filter((name) => name !== 'type' && !new RegExp(`\\b${name}\\b`).test(home ?? '')),
      ].map((name) => `${path}: ${name}`);
    }),
  );
  expect(faults).toEqual([]);
});

it('docs/architecture.md has a row for each folder of the server', () => {
  const rows = [...text('docs/architecture.md').matchAll(/^\| `server\/([\w-]+)\/` /gm)].map(
    ([, name]) => name,
  );
  const folders = readdirSync(join(root, 'server'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  expect(folders.map(({ name }) => name).filter((name) => !rows.includes(name))).toEqual([]);
});

it("identifiers of the glossary's tables are in the code", () => {
  const code = citing
    .filter((folder) => folder !== 'docs')
    .flatMap((folder) => filesOf(folder, /\.(tsx?|ya?ml|json)$/))
    .filter((path) => !path.endsWith('documents.test.ts'))
    .map(text)
    .join('\n');
  const page = text('docs/glossary.md');
  const [terms = ''] = page.split('## Word to use');
  const [, ambiguous = ''] = page.split('These words have more than one meaning');
  const identifiers = `${terms}\n${ambiguous}`
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(identifiers.length).toBeGreaterThan(80);
  const isThere = (name: string) => (name.includes('/') ? existsSync(join(root, name)) : code.includes(name));
  expect(identifiers.filter((name) => !isThere(name))).toEqual([]);
});

/** The words that the glossary retires and that nothing else in the code is called by. */
const retired =
  'beneath circumstances essence overtaken papers patience pausing resting surroundings unfit unheard unprovided vault';

it('retired words of the glossary are in no identifier, message id or name of a test', () => {
  const [, table = ''] = text('docs/glossary.md').split('## Word to use');
  const words = retired.split(' ');
  expect(words.filter((word) => !new RegExp(`^\\|[^|]+\\|[^|]*\\b${word}\\b`, 'm').test(table))).toEqual([]);
  const cased = words.map(
    (word) => `(?<![A-Za-z])${word}|(?<![A-Z])${word[0]?.toUpperCase()}${word.slice(1)}`,
  );
  const isRetired = new RegExp(`(?:${cased.join('|')})s?(?![a-z])`, 'g');
  const faults = citing
    .filter((folder) => folder !== 'docs')
    .flatMap((folder) => filesOf(folder, /(?<!documents\.test)\.(tsx?|ya?ml)$|\/en\/[\w-]+\.json$/))
    .flatMap((path) => {
      const code = path.endsWith('.json')
        ? Object.keys(JSON.parse(text(path)) as object).join('\n')
        : text(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*|^\s*#.*/gm, '');
      return [...code.matchAll(isRetired)].map(([word]) => `${path}: ${word}`);
    });
  expect(faults).toEqual([]);
});

it('docs/deployment.md names every variable that the server reads', () => {
  // It says of these that they are as those of lender 15 and of identity checks.
  const others = /^(LENDER_1[12]|MANDATE|PAYMENTS)_/;
  const read = Object.keys(variables.shape.single.shape).filter((name) => !others.test(name));
  const page = text('docs/deployment.md');
  expect(read.length).toBeGreaterThan(40);
  expect(read.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('docs/deployment.md names every command and every metric', () => {
  const page = text('docs/deployment.md');
  const commands = usage.map((line) => line.split(' ')[4] ?? '');
  expect(commands.length).toBeGreaterThan(25);
  expect(commands.filter((name) => !new RegExp(`(admin -- |\`)${name}\\b`).test(page))).toEqual([]);
  const metrics = [...text('server/api/metrics.ts').matchAll(/name: '(\w+)'/g)].map(([, name = '']) => name);
  expect(metrics.length).toBeGreaterThan(8);
  expect(metrics.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

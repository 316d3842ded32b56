/** The style sheets: each class has one owner, and only the modules that show its elements import a sheet. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { importsOf, root, sourcesOf, walk } from './sources.ts';

/** Custom properties do not work in media queries: these are the widths and heights that sheets may ask about. */
const breakpoints = { width: ['40rem', '48rem', '64rem', '80rem'], height: ['34rem'] };
const preferences = [
  'screen and (prefers-color-scheme: dark)',
  '(prefers-reduced-motion: reduce)',
  '(forced-colors: active)',
  '(pointer: coarse)',
  'print',
];

const tokens = 'src/ui/tokens.css';
const base = 'src/ui/base.css';

type Declaration = {
  sheet: string;
  /** '' in keyframes. */
  selector: string;
  /** The at-rules around it, outermost first. */
  within: string[];
  property: string;
  value: string;
};

const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);
const declarations = sheets.flatMap(parse);
const modules = sourcesOf('src')
  .filter(({ isTest }) => !isTest)
  .map((source) => ({
    path: source.path,
    texts: textsOf(source.tree),
    words: wordsOf(source.tree),
    shown: shownWords(source.tree),
    sheets: importsOf(source).flatMap(({ target }) => (target.endsWith('.css') ? [target] : [])),
  }));

describe('the style sheets', () => {
  it('there are some, and the parser reads all of their classes', () => {
    expect(sheets.length).toBeGreaterThan(20);
    const { length } = declarations.filter(({ selector }) => selector.includes('.button'));
    expect(length).toBeGreaterThan(10);
  });

  it('every class is in the selectors of one sheet alone', () => {
    const shared = [...ownersByClass()].filter(([, owners]) => owners.size > 1);
    expect(shared.map(([name, owners]) => `.${name}: ${[...owners].join(', ')}`)).toEqual([]);
  });

  it('every selector is bound to a class, or to an attribute named after the sheet', () => {
    const loose = declarations
      .filter(({ sheet, selector }) => ![base, tokens].includes(sheet) && !['', ':root'].includes(selector))
      .filter(({ sheet, selector }) => {
        const attribute = `[data-${basename(sheet, '.css')}`;
        return topLevelParts(selector).some((part) => !/\.[a-z]/.test(part) && !part.includes(attribute));
      });
    expect(namesOf(loose)).toEqual([]);
  });

  it('tokens.css and :root hold custom properties alone', () => {
    const others = declarations.filter(
      ({ sheet, selector, property }) =>
        (sheet === tokens || selector === ':root') && !property.startsWith('--'),
    );
    expect(namesOf(others)).toEqual([]);
  });

  it('base.css is in the layer that every component wins over, and nothing else in any', () => {
    const misplaced = declarations.filter(
      ({ sheet, within }) => within.includes('@layer base') !== (sheet === base),
    );
    expect(namesOf(misplaced)).toEqual([]);
    expect(
      declarations.filter(({ within }) => within.some((rule) => /^@layer (?!base$)/.test(rule))),
    ).toEqual([]);
  });

  it('stacking order and blurred shadows are tokens', () => {
    const raw = declarations.filter(
      ({ property, value }) =>
        (property === 'z-index' && !/^var\(--z-[\w-]+\)$/.test(value)) ||
        (property === 'box-shadow' && !topLevelParts(value).every(isTokenOrLine)),
    );
    expect(namesOf(raw)).toEqual([]);
  });

  it('media queries ask about the breakpoints and preferences that are listed here', () => {
    const allowed = new Set([
      ...preferences,
      ...Object.entries(breakpoints).flatMap(([axis, sizes]) =>
        sizes.flatMap((size) => [
          `(${axis} >= ${size})`,
          `(${axis} < ${size})`,
          `screen and (${axis} < ${size})`,
        ]),
      ),
    ]);
    const asked = declarations.flatMap(({ sheet, within }) =>
      within.filter((rule) => /^@(media|container)/.test(rule)).map((rule) => ({ sheet, rule })),
    );
    const others = asked.filter(({ rule }) => !allowed.has(rule.replace('@media ', '')));
    expect(new Set(others.map(({ sheet, rule }) => `${sheet}: ${rule}`))).toEqual(new Set());
  });

  it('every custom property that is read is set, and the other way round', () => {
    const texts = modules.flatMap((module) => module.texts);
    const read = new Set(
      [...declarations.map(({ value }) => value), ...texts].flatMap((text) =>
        [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name),
      ),
    );
    const set = new Set([
      ...declarations.map(({ property }) => property).filter((name) => name.startsWith('--')),
      ...texts.filter((text) => /^--[\w-]+$/.test(text)),
    ]);
    expect([...read].filter((name) => !set.has(name ?? ''))).toEqual([]);
    expect([...set].filter((name) => !read.has(name))).toEqual([]);
  });

  it('an animation has its keyframes in its own sheet or in base.css', () => {
    const framesOf = (path: string) =>
      [...textOf(path).matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name ?? '');
    const foreign = declarations.filter(
      ({ sheet, property, value }) =>
        property === 'animation' &&
        !/^none\b/.test(value) &&
        ![...framesOf(sheet), ...framesOf(base)].includes(value.split(' ')[0] ?? ''),
    );
    expect(namesOf(foreign)).toEqual([]);
    const frames = sheets.flatMap(framesOf);
    expect(frames.filter((name, index) => frames.indexOf(name) !== index)).toEqual([]);
  });

  it('a sheet is beside the modules that import it, or above them, and each of them shows a class of it', () => {
    const faults = modules.flatMap(({ path, sheets: imported, words }) =>
      imported
        .filter((sheet) => !path.startsWith(`${dirname(sheet)}/`) || !classesOf(sheet).some(isAmong(words)))
        .map((sheet) => `${path} → ${sheet}`),
    );
    expect(faults).toEqual([]);
  });

  it('a module shows only classes of base.css and of the sheets that it imports', () => {
    const faults = modules.flatMap(({ path, sheets: imported, shown }) => {
      const known = [base, ...imported].flatMap(classesOf);
      return shown.filter((word) => !known.some(isAmong([word]))).map((word) => `${path}: ${word}`);
    });
    expect(faults).toEqual([]);
  });

  it('every class of a sheet is shown by a module that imports it', () => {
    const unused = sheets.flatMap((sheet) => {
      const showing = modules.filter((module) => sheet === base || module.sheets.includes(sheet));
      const isShown = isAmong(showing.flatMap(({ words }) => words));
      return classesOf(sheet)
        .filter((name) => !isShown(name))
        .map((name) => `${sheet}: .${name}`);
    });
    expect(unused).toEqual([]);
  });
});

function textOf(sheet: string): string {
  return readFileSync(join(root, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
}

function parse(sheet: string): Declaration[] {
  const text = textOf(sheet);
  const found: Declaration[] = [];
  const open: string[] = [];
  let start = 0;
  for (const { index, 0: sign } of text.matchAll(/[{};]/g)) {
    const part = text.slice(start, index).trim().replace(/\s+/g, ' ');
    start = index + 1;
    if (sign === '{') {
      open.push(part);
      continue;
    }
    const [property = '', value] = part.split(/:\s*([\s\S]*)/);
    if (value !== undefined && open.length > 0) found.push({ sheet, ...placeOf(open), property, value });
    if (sign === '}') open.pop();
  }
  return found;
}

function placeOf(open: readonly string[]): Pick<Declaration, 'selector' | 'within'> {
  const within = open.filter((part) => part.startsWith('@'));
  const isFrame = within.some((rule) => rule.startsWith('@keyframes'));
  return { within, selector: isFrame ? '' : open.filter((part) => !part.startsWith('@')).join(' ') };
}

const classPattern = /\.([a-z][\w-]*)/g;

function ownersByClass(): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { sheet, selector } of declarations) {
    for (const [, name = ''] of selector.matchAll(classPattern)) {
      owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
    }
  }
  return owners;
}

function classesOf(sheet: string): string[] {
  const own = declarations.filter((one) => one.sheet === sheet);
  return [
    ...new Set(
      own.flatMap(({ selector }) => [...selector.matchAll(classPattern)].map(([, name = '']) => name)),
    ),
  ];
}

/** Splits at the commas outside of parentheses. */
function topLevelParts(list: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((part) => part.trim());
}

/** A token, or lines and rings, which have no blur. */
function isTokenOrLine(shadow: string): boolean {
  return (
    shadow === 'none' ||
    /^var\(--([\w-]+-)?shadow/.test(shadow) ||
    /^(inset )?\S+ \S+ 0 (\S+ )?(#fff|var\(--[\w-]+\))$/.test(shadow)
  );
}

function namesOf(found: readonly Declaration[]): string[] {
  return found.map(
    ({ sheet, selector, property, value }) => `${sheet}: ${selector} { ${property}: ${value} }`,
  );
}

/** The texts in the code, with `*` for each value that a template puts in. */
function textsOf(node: ts.Node): string[] {
  const found: string[] = [];
  walk(node, (one) => {
    if (ts.isStringLiteralLike(one) && !isSuffix(one)) found.push(one.text);
    if (ts.isTemplateExpression(one))
      found.push([one.head.text, ...one.templateSpans.map(({ literal }) => literal.text)].join('*'));
  });
  return found;
}

/** Returns whether the text ends a word that a template begins: 'l' in `field-${size ?? 'l'}`. */
function isSuffix(text: ts.StringLiteralLike): boolean {
  const span = ts.findAncestor(text, ts.isTemplateSpan);
  if (!span || /^\s/.test(text.text)) return false;
  const { head, templateSpans } = span.parent;
  const before = templateSpans[templateSpans.indexOf(span) - 1]?.literal ?? head;
  return /\S$/.test(before.text);
}

/** The words that can be names of classes; a template's have `*` in them. */
function wordsOf(node: ts.Node): string[] {
  const words = textsOf(node).flatMap((text) => text.split(/\s+/));
  return [...new Set(words.filter((word) => /^[a-z][\w*-]*$/.test(word)))];
}

/** The values of the attributes and properties named `className`. */
function shownWords(tree: ts.SourceFile): string[] {
  const shown: string[] = [];
  walk(tree, (node) => {
    if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return;
    if (node.name.getText(tree) === 'className' && node.initializer) shown.push(...wordsOf(node.initializer));
  });
  return shown;
}

function isAmong(words: readonly string[]): (name: string) => boolean {
  const exact = new Set(words);
  const starts = words.filter((word) => word.includes('*')).map((word) => word.slice(0, word.indexOf('*')));
  return (name) => exact.has(name) || starts.some((start) => name.startsWith(start));
}

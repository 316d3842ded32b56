/** The catalogues against each other: same ids, same arguments, every id in an area, sorted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, languages } from '../../locales/index.ts';
import { compile } from '../../scripts/words.ts';
import { root } from './sources.ts';

type Element = {
  type: number;
  value?: string;
  options?: Record<string, { value: Element[] }>;
  children?: Element[];
};

/** formatjs' element types that stand for a value of the caller's. */
const kinds: Record<number, string> = {
  1: 'text',
  2: 'number',
  3: 'date',
  4: 'time',
  5: 'select',
  6: 'plural',
  8: 'tag',
};

const folder = join(root, 'locales');
const codes = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));
const catalogues = Object.fromEntries(codes.map((code) => [code, read(code)]));
const english = catalogues.en ?? {};

describe.each(codes)('the catalogue %s', (code) => {
  const own = catalogues[code] ?? {};

  it('has a row in locales/index.ts', () => {
    expect(Object.keys(languages)).toContain(code);
  });

  it('has the ids of English, sorted, each in an area', () => {
    expect(Object.keys(own)).toEqual(Object.keys(english).sort());
    expect(Object.keys(own).filter((id) => areaOf(id) === undefined)).toEqual([]);
  });

  it('says something for every id', () => {
    expect(Object.keys(own).filter((id) => !own[id]?.trim())).toEqual([]);
  });

  it('compiles, with the arguments of English', async () => {
    const [theirs, ours] = await Promise.all([compile(file('en')), compile(file(code))]);
    const differing = Object.keys(theirs).filter((id) => argumentsOf(ours[id]) !== argumentsOf(theirs[id]));
    expect(differing).toEqual([]);
  });
});

function argumentsOf(message: unknown[] | undefined): string {
  const found = new Set<string>();
  const visit = (elements: Element[]) => {
    for (const { type, value, options, children } of elements) {
      const kind = kinds[type];
      if (kind) found.add(`${value}: ${kind}`);
      for (const option of Object.values(options ?? {})) visit(option.value);
      visit(children ?? []);
    }
  };
  visit((message ?? []) as Element[]);
  return [...found].sort().join(', ');
}

function file(code: string): string {
  return join(folder, `${code}.json`);
}

function read(code: string): Record<string, string> {
  return JSON.parse(readFileSync(file(code), 'utf8')) as Record<string, string>;
}

/** The catalogues against each other: same ids, same arguments, every id in an area, sorted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, languages } from '../../locales/index.ts';
import { compile } from '../../scripts/words.ts';
import { argumentsOf } from './icu.ts';
import { root } from './sources.ts';

const folder = join(root, 'locales');
const codes = readdirSync(folder).filter((name) => existsSync(file(name)));
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

function file(code: string): string {
  return join(folder, code, 'app.json');
}

function read(code: string): Record<string, string> {
  return JSON.parse(readFileSync(file(code), 'utf8')) as Record<string, string>;
}

/** The words of messages and of a reviewer's reasons: all languages have the same ones, each in its own script. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryReasons } from '../../domain/reasons.ts';
import { type LanguageCode, languages } from '../../locales/index.ts';
import { compile } from '../../scripts/words.ts';
import { argumentsOf } from './icu.ts';
import { root } from './sources.ts';

const codes = Object.keys(languages) as LanguageCode[];

const scripts: Record<LanguageCode, RegExp> = {
  en: /\p{Script=Latin}/u,
  ta: /\p{Script=Tamil}/u,
  hi: /\p{Script=Devanagari}/u,
  tl: /\p{Script=Telugu}/u,
  ka: /\p{Script=Kannada}/u,
};

const folder = join(root, 'locales');
const file = (catalogue: string, code: string) => join(folder, code, `${catalogue}.json`);
const read = (catalogue: string, code: string) =>
  JSON.parse(readFileSync(file(catalogue, code), 'utf8')) as Record<string, string>;

describe.each(['messages', 'reasons'])('%s.json', (catalogue) => {
  const english = read(catalogue, 'en');

  it('is there for each language, and for no other', () => {
    const present = readdirSync(folder).filter((name) => existsSync(file(catalogue, name)));
    expect(present.sort()).toEqual([...codes].sort());
  });

  it.each(codes)('says everything in %s, in its own script', (code) => {
    const own = read(catalogue, code);
    expect(Object.keys(own)).toEqual(Object.keys(english).sort());
    const others = codes.filter((other) => other !== code && other !== 'en');
    for (const [id, text] of Object.entries(own)) {
      expect(text, id).toMatch(scripts[code]);
      for (const other of others) expect(text, id).not.toMatch(scripts[other]);
      if (code !== 'en') expect(text, id).not.toBe(english[id]);
    }
  });

  it.each(codes)('compiles in %s, with the arguments of English', async (code) => {
    const [theirs, ours] = await Promise.all([
      compile(file(catalogue, 'en')),
      compile(file(catalogue, code)),
    ]);
    for (const id of Object.keys(theirs)) expect(argumentsOf(ours[id]), id).toBe(argumentsOf(theirs[id]));
  });
});

it('each reason but the written one has words', () => {
  const coded = new Set<string>(Object.values(queryReasons).flat());
  coded.delete('other');
  expect(Object.keys(read('reasons', 'en'))).toEqual([...coded].sort());
});

/** The languages by their rules: those of the product, and two of one script beside each other. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryReasons } from '../../domain/lending/reasons.ts';
import { type LanguageRow, languages } from '../../locales/index.ts';
import { languageSchema, languageSchemaFile } from '../../scripts/language-schema.ts';
import { languageRules } from './language-rules.ts';
import { filesIn, root } from './sources.ts';

const locales = join(root, 'locales');

describe('the languages', () => {
  it.each(Object.entries(languageRules))('%s', async (_, rule) => {
    expect(await rule({ table: languages, folder: locales })).toEqual([]);
  });

  it('have English, complete, for what another does not say yet', () => {
    expect(languages.en.isComplete).toBe(true);
  });

  it('are those of the contract (npm run generate)', () => {
    expect(readFileSync(join(root, languageSchemaFile), 'utf8')).toBe(languageSchema(languages));
  });

  it('are named in no style sheet, which asks for the script', () => {
    const sheets = filesIn('src', '.css').filter(({ text }) => /:lang\(|\[lang/.test(text));
    expect(sheets.map(({ path }) => path)).toEqual([]);
  });

  it('have words for each reason but the written one', () => {
    const coded = new Set<string>(Object.values(queryReasons).flat());
    coded.delete('other');
    const english = JSON.parse(readFileSync(join(locales, 'en/reasons.json'), 'utf8')) as object;
    expect(Object.keys(english)).toEqual([...coded].sort());
  });
});

describe('Marathi beside Hindi', () => {
  const marathi: LanguageRow = { tag: 'mr', name: 'मराठी', script: 'Deva', isComplete: false };
  const table = { ...languages, mr: marathi };
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'feepath-locales-'));
    cpSync(locales, folder, { recursive: true });
    // The product may have Marathi by now; the rules are shown on the fixture.
    rmSync(join(folder, 'mr'), { recursive: true, force: true });
    cpSync(join(root, 'tests/architecture/fixtures/mr'), join(folder, 'mr'), { recursive: true });
    for (const name of ['key-facts', 'loan-agreement', 'receipt', 'statement', 'no-dues'])
      writeFixture(`${name}.json`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The documents are long: in place of a translation they are Hindi with a word more. */
  const writeFixture = (file: string) => {
    const hindi = JSON.parse(readFileSync(join(locales, 'hi', file), 'utf8')) as Record<string, string>;
    const texts = Object.entries(hindi).map(([id, text]) => [id, `${text} आहे`] as const);
    writeFileSync(join(folder, 'mr', file), JSON.stringify(Object.fromEntries(texts)));
  };
  const replace = (file: string, from: string, to: string) => {
    const before = readFileSync(join(folder, file), 'utf8');
    expect(before).toContain(from);
    writeFileSync(join(folder, file), before.replace(from, to));
  };

  it.each(Object.entries(languageRules))('keeps the rule: %s', async (_, rule) => {
    expect(await rule({ table, folder })).toEqual([]);
  });

  it('is in the contract by its row', () => {
    expect(languageSchema(table)).toMatch(/enum: \[.*\bhi\b.*\bmr\b.*\]/);
  });

  it.each<[string, keyof typeof languageRules, Partial<LanguageRow>, () => void, string]>([
    [
      'no messages',
      'a row has its catalogues',
      {},
      () => rmSync(join(folder, 'mr/messages.json')),
      'locales/mr/messages.json is missing',
    ],
    [
      'no app, but complete',
      'a row has its catalogues',
      { isComplete: true },
      () => undefined,
      'locales/mr/app.json is missing',
    ],
    [
      'an app of few words, but complete',
      'a catalogue has the ids of English, sorted',
      { isComplete: true },
      () => writeFileSync(join(folder, 'mr/app.json'), '{ "app.name": "Feepath" }'),
      "locales/mr/app.json has no 'app.loading'",
    ],
    [
      'English called Marathi',
      'a complete app is not a copy of another language',
      { isComplete: true },
      () => cpSync(join(folder, 'en/app.json'), join(folder, 'mr/app.json')),
      'locales/mr/app.json is a copy of locales/en/app.json',
    ],
    [
      'Hindi called Marathi',
      'what is sent is in its own language, not in another of the same script',
      {},
      () => cpSync(join(folder, 'hi/reasons.json'), join(folder, 'mr/reasons.json')),
      "locales/mr/reasons.json: 'unclear' is as in locales/hi/reasons.json",
    ],
    [
      'a word in Tamil',
      'what is sent is in the script of its language, beside Latin names',
      {},
      () => replace('mr/reasons.json', 'पान', 'தாள்'),
      "locales/mr/reasons.json: 'incomplete' holds Taml",
    ],
    [
      'an argument misspelt',
      'a text compiles, with the arguments of English',
      {},
      () => replace('mr/messages.json', '{otp}', '{opt}'),
      "locales/mr/messages.json: 'customer.mobileChange.sms' has other arguments than in English",
    ],
    [
      'an option left out',
      'a text compiles, with the arguments of English',
      {},
      () => replace('hi/app.json', ' refused {ऋणदाता ने मना किया}', ''),
      "locales/hi/app.json: 'review.lenderLoan.stage' has other arguments than in English",
    ],
    [
      'a brace left open',
      'a text compiles, with the arguments of English',
      {},
      () => replace('mr/messages.json', '{otp}', '{otp'),
      'locales/mr/messages.json does not compile: ',
    ],
    [
      'an empty text',
      'a text says something',
      {},
      () => replace('mr/reasons.json', '"outdated": "', '"outdated": " ", "outdated_": "'),
      "locales/mr/reasons.json: 'outdated' is empty",
    ],
    [
      'an id that English has not',
      'a catalogue has the ids of English, sorted',
      {},
      () => replace('mr/reasons.json', '"outdated"', '"outdatedToo"'),
      "locales/mr/reasons.json: English has no 'outdatedToo'",
    ],
    [
      'ids not sorted',
      'a catalogue has the ids of English, sorted',
      {},
      () => replace('mr/reasons.json', '{', '{ "zzz": "क्ष",'),
      'locales/mr/reasons.json is not sorted by id',
    ],
    [
      'a word of Hindi that is not to be used',
      'a word not to use stands nowhere',
      {},
      () => replace('hi/receipt.json', 'फ़ीस के ऋण', 'फ़ीस के लोन'),
      "locales/hi/receipt.json says 'लोन'",
    ],
    [
      'another word for a term in Hindi',
      'an agreed term is said by its root, but for the exceptions',
      {},
      () => replace('hi/receipt.json', 'फ़ीस के ऋण', 'फ़ीस के उधार'),
      "docs/languages/hi.md, loan: 'receipt.lead' has no root of it",
    ],
    [
      'the tag of Hindi',
      'a tag is BCP 47, and no two rows have one language',
      { tag: 'hi' },
      () => undefined,
      'locales/index.ts: hi and mr have the same language',
    ],
    [
      'a tag in other letters',
      'a tag is BCP 47, and no two rows have one language',
      { tag: 'MR' },
      () => undefined,
      "locales/index.ts: 'MR' of mr is not a canonical tag",
    ],
    [
      'another script',
      'a script is the one of its tag, and the name is in it',
      { script: 'Telu' },
      () => undefined,
      "locales/index.ts: mr is 'Telu', but 'mr' says 'Deva'",
    ],
    [
      'a name in Latin',
      'a script is the one of its tag, and the name is in it',
      { name: 'Marathi' },
      () => undefined,
      'locales/index.ts: the name of mr is not in Deva',
    ],
  ])('with %s breaks the rule that %s', async (_, rule, changed, spoil, fault) => {
    spoil();
    const faults = await languageRules[rule]({ table: { ...table, mr: { ...marathi, ...changed } }, folder });
    expect(faults).toContainEqual(expect.stringContaining(fault));
  });

  it('a folder without a row is refused', () => {
    mkdirSync(join(folder, 'gu'));
    expect(languageRules['a folder has a row']({ table, folder })).toEqual([
      'locales/gu has no row in locales/index.ts',
    ]);
  });
});

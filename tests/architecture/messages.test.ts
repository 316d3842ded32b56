/** The catalogue of messages and the code: no id is missing, unused or built at run time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { consumerAppFields } from '../../domain/forms/fields/consumer.ts';
import type { FieldDescription } from '../../domain/forms/fields/catalogue.ts';
import { loanFields } from '../../domain/forms/fields/loan.ts';
import { studentFields } from '../../domain/forms/fields/student.ts';
import { namespaces } from '../../locales/index.ts';
import { runFormatjs } from '../../scripts/messages.ts';
import faqRows from '../../src/account/faq/questions.json' with { type: 'json' };
import { root, type Source, sourcesOf, walk } from './sources.ts';

const catalogue = JSON.parse(readFileSync(join(root, 'locales/en/app.json'), 'utf8')) as Record<
  string,
  string
>;
const heads = Object.values(namespaces).flat();
const sources = sourcesOf('domain', 'machines', 'src', 'server').filter(({ isTest }) => !isTest);

it('every id that formatjs finds in the app is in en/app.json', async () => {
  const pattern = `${join(root, 'src')}/**/*.{ts,tsx}`;
  const extracted = JSON.parse(await runFormatjs(['extract', pattern, '--ignore', '**/*.test.*'])) as object;
  expect(Object.keys(extracted).length).toBeGreaterThan(0);
  expect(Object.keys(extracted).filter((id) => !(id in catalogue))).toEqual([]);
});

it('the label, hint and options of every field are in en/app.json', () => {
  const rows: Record<string, FieldDescription> = { ...studentFields, ...consumerAppFields, ...loanFields };
  const ids = Object.entries(rows).flatMap(([field, { label, hint, choices }]) =>
    [label, hint, choices?.labels].flatMap((id) => (id === undefined ? [] : [{ field, id }])),
  );
  expect(ids.filter(({ id }) => !(id in catalogue))).toEqual([]);
});

it('every id of an error message is in en/app.json, and every id in domain/', () => {
  const named = sources.flatMap((source) =>
    literalsOf(source)
      .filter((text) => /^\w+(\.\w+)+$/.test(text) && heads.some((head) => text.startsWith(`${head}.`)))
      .filter((text) => source.path.startsWith('domain/') || text.includes('.error.'))
      .map((id) => ({ path: source.path, id })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ id }) => !(id in catalogue))).toEqual([]);
});

it('every id of the questions of the FAQ is in en/app.json', () => {
  const ids = faqIds();
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.filter((id) => !(id in catalogue))).toEqual([]);
});

it('every id of en/app.json is in the code as it is written', () => {
  const literals = new Set([...sources.flatMap(literalsOf), ...faqIds()]);
  expect(Object.keys(catalogue).filter((id) => !literals.has(id))).toEqual([]);
});

it('the ids of the documents of a loan are in their catalogues, and each of those in the code', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(root, `locales/en/${name}.json`), 'utf8')) as object;
  const documented = ['key-facts', 'loan-agreement', 'receipt', 'statement', 'no-dues'].flatMap((name) =>
    Object.keys(read(name)),
  );
  // Elsewhere events of machines have names of this form.
  const used = sources
    .filter(({ path }) => /^(domain\/servicing|server\/issued-documents)\//.test(path))
    .flatMap(literalsOf)
    .filter((text) => /^(keyFacts|agreement|receipt|statement|noDues)(\.\w+)+$/.test(text));
  expect([...new Set(used)].toSorted()).toEqual(documented.toSorted());
});

it('no id is put together at run time', () => {
  const built: string[] = [];
  for (const { path, tree } of sources) {
    walk(tree, (node) => {
      const text = ts.isTemplateExpression(node) ? node.head.text : '';
      const head = text.includes('.') ? text.split('.')[0] : undefined;
      if ([...heads, 'keyFacts', 'agreement', 'receipt', 'statement', 'noDues'].some((area) => area === head))
        built.push(`${path}: ${node.getText(tree)}`);
    });
  }
  expect(built).toEqual([]);
});

it('no text of the app has a default beside its id', () => {
  const defaults = sources.flatMap(({ path, tree }) => {
    const found: string[] = [];
    walk(tree, (node) => {
      if (ts.isIdentifier(node) && node.text === 'defaultMessage') found.push(path);
    });
    return found;
  });
  expect(defaults).toEqual([]);
});

/** Returns the ids that the rows of the FAQ name. */
function faqIds(): string[] {
  return Object.values(faqRows)
    .flat()
    .flatMap((row) => Object.values(row))
    .filter((value) => value.startsWith('faq.'));
}

function literalsOf({ tree }: Source): string[] {
  const literals: string[] = [];
  walk(tree, (node) => {
    if (ts.isStringLiteralLike(node)) literals.push(node.text);
  });
  return literals;
}

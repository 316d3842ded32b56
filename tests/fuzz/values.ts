/** Values by the contract's schemas, and unexpected ones in their place. */
import type { Contract, SchemaAt } from '../../server/contract/contract.ts';
import type { Random } from './random.ts';

type Json = { [name: string]: unknown };

/** Texts that have broken something somewhere. */
export const hostileTexts = [
  ...['', ' ', '\0', '\ud800', '%00', '%', '..', '../../etc/passwd', "'; drop table loans; --", '<script>'],
  ...[
    '__proto__',
    'constructor',
    '{{7*7}}',
    '${7}',
    '\r\nx: y',
    'ß'.normalize('NFD'),
    '\u202e',
    '𝕏'.repeat(600),
  ],
  ...[
    '0',
    '-1',
    '1e308',
    'NaN',
    'null',
    'true',
    '2026-02-30',
    '0000-00-00',
    '9'.repeat(400),
    'a'.repeat(2500),
  ],
];

const hostileNumbers = [-1, 0, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53 - 1, -(2 ** 53 - 1), 9_999_999_999];

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  ...hostileNumbers,
  ...[null, true, false, [], {}, [[]], [null], { id: 1 }, Array.from({ length: 600 }, () => ({}))],
];

export type ValueMaker = (schema: SchemaAt, random: Random) => unknown;

/** @returns a function that makes a value that fits a schema, as far as the schema describes it */
export function createValueMaker({ documents }: Contract): ValueMaker {
  const resolve = (schema: Json, base: string): { schema: Json; base: string } => {
    if (typeof schema.$ref !== 'string') return { schema, base };
    const url = new URL(schema.$ref, base);
    const steps = decodeURIComponent(url.hash.slice(1)).split('/').slice(1);
    const found = steps.reduce<unknown>(
      (at, step) => (at as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      documents.get(url.href.replace(/#.*/, '')),
    );
    return resolve(found as Json, url.href);
  };

  const make = (given: Json, from: string, random: Random): unknown => {
    const { schema, base } = resolve(given, from);
    const choices = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choices)) return make(random.pick(choices as Json[]), base, random);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return random.pick(schema.enum);
    const type = random.pick([schema.type].flat());
    return makers[String(type)]?.(schema, base, random) ?? null;
  };

  const makers: Record<string, (schema: Json, base: string, random: Random) => unknown> = {
    boolean: (_, __, random) => random.percent(50),
    integer: ({ minimum = 0, maximum = 50_000 }, _, random) =>
      Number(minimum) + random.whole(Number(maximum) - Number(minimum) + 1),
    number: (_, __, random) => random.whole(50_000),
    string: (schema, _, random) => textOf(schema, random),
    array: ({ items = {}, maxItems = 3 }, base, random) =>
      Array.from({ length: random.whole(Math.min(4, Number(maxItems) + 1)) }, () =>
        make(items as Json, base, random),
      ),
    object: ({ properties = {}, required = [] }, base, random) =>
      Object.fromEntries(
        Object.entries(properties as Record<string, Json>)
          .filter(([name]) => (required as string[]).includes(name) || random.percent(60))
          .map(([name, member]) => [name, make(member, base, random)]),
      ),
  };
  return (schema, random) => make(schema.value, schema.ref, random);
}

const texts = [
  'Meenakshi',
  '2016-04-09',
  '1986-11-02',
  '9840012345',
  'meena@parent.example',
  '600004',
  '2026',
];

function textOf({ format, pattern, maxLength = 20 }: Json, random: Random): string {
  if (format === 'uuid') return uuid(random);
  if (pattern === '^[0-9a-f]{64}$') return hex(random, 64);
  return random.percent(85)
    ? random.pick(texts)
    : 'x'.repeat(random.whole(Math.min(3000, Number(maxLength) + 2)));
}

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.whole(16).toString(16)).join('');

export const uuid = (random: Random): string =>
  [8, 4, 4, 4, 12]
    .map((length) => hex(random, length))
    .join('-')
    .replace(/^(.{14})./, '$14');

/** The value with something wrong in it, at any depth. */
export function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.percent(15)) return random.pick(hostileValues);
  if (Array.isArray(value)) {
    if (value.length === 0) return random.pick(hostileValues);
    const at = random.whole(value.length);
    return value.map((one: unknown, index) => (index === at ? spoil(one, random) : one));
  }
  const names = Object.keys(value);
  const name = random.pick([...names, 'unknown', '__proto__']);
  if (random.percent(20)) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
  return { ...value, [name]: spoil(Reflect.get(value, name), random) };
}

/** Bodies that are no JSON of the contract at all. */
export const hostileBodies: readonly string[] = [
  ...['', ' ', '{', 'null', '[]', '"x"', '7', '{"data":{"__proto__":{"x":1}}}', '{"a":1,"a":2}', '\ufeff{}'],
  ...[
    '['.repeat(5000),
    `${'['.repeat(40)}${']'.repeat(40)}`,
    '{"body":{"a":"\\u0000"}}',
    '{"body":{"a":"\\ud800"}}',
  ],
  ...[
    `{"data":{"el_details.students":[${'{},'.repeat(4000)}{}]}}`,
    `"${'x'.repeat(200_000)}"`,
    ' '.repeat(20_000),
  ],
  `{"data":{${Array.from({ length: 3000 }, (_, index) => `"n${index}":{}`).join()}}}`,
];

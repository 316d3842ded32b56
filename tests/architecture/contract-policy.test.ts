/** The limits of the contract: each request has an end, each call a price, and each refusal a place in the contract. */
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../server/contract/contract.ts';
import { limitNames } from '../../server/config/rates.ts';
import { readLimits, readPolicy } from '../../server/contract/policy.ts';

type Json = { [name: string]: unknown };

const { operations, documents } = loadContract();

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resolve = (ref: string, base: string): { value: unknown; base: string } => {
  const url = new URL(ref, base);
  const document = documents.get(url.href.replace(/#.*/, ''));
  const steps = decodeURIComponent(url.hash.slice(1)).split('/').slice(1);
  const value = steps.reduce<unknown>(
    (at, step) => (isJson(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    document,
  );
  return { value, base: url.href };
};

/** The places in a schema where a value has no end. */
function unbounded(schema: unknown, base: string, seen = new Set<unknown>()): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => unbounded(one, base, seen));
  if (!isJson(schema) || seen.has(schema)) return [];
  seen.add(schema);
  if (typeof schema.$ref === 'string') {
    const { value, base: next } = resolve(schema.$ref, base);
    return unbounded(value, next, seen).map((place) => `${schema.$ref}: ${place}`);
  }
  const types = [schema.type].flat();
  const isChosen = 'enum' in schema || 'const' in schema;
  return [
    ...(types.includes('string') && !isChosen && !('maxLength' in schema)
      ? ['a string without maxLength']
      : []),
    ...(types.includes('array') && !('maxItems' in schema) ? ['an array without maxItems'] : []),
    ...Object.entries(schema).flatMap(([name, member]) =>
      unbounded(member, base, seen).map((place) => `${name}: ${place}`),
    ),
  ];
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  it('limits the size of every value', () => {
    const taken = [
      ...operation.parameters.map(({ schema }) => schema),
      ...(operation.body ? [operation.body] : []),
    ];
    expect(taken.flatMap(({ value, ref }) => unbounded(value, ref))).toEqual([]);
  });

  it('lists every refusal that its caller can get', () => {
    const always = [400, ...(operation.caller === 'anyone' ? [] : [401]), 429, 500, 503];
    const withBody = operation.body ? [408, 413, 415] : [];
    expect([...operation.replies.keys()]).toEqual(expect.arrayContaining([...always, ...withBody]));
  });
});

describe('a policy', () => {
  const limits = readLimits({
    ...Object.fromEntries(
      limitNames.map((name) => [name, { per: name === 'loan' ? ['loan'] : ['address'], points: 1 }]),
    ),
  });
  const read = (value: unknown, hasBody = false) =>
    readPolicy(value, { id: 'getInstitute', caller: 'key', hasBody, limits });

  const said = { revoked_key: 'refused' };

  it.each<[string, unknown, boolean?]>([
    ['is missing', undefined],
    ['has no limits', { ...said }],
    ['counts nothing but the address', { limits: { address: 1 }, ...said }],
    ['names a limit that there is not', { limits: { address: 1, lookups: 1 }, ...said }],
    ['costs nothing', { limits: { address: 1, lookup: 0 }, ...said }],
    ['counts who is not known', { limits: { address: 1, loan: 1 }, ...said }],
    ['has no cap of its body', { limits: { address: 1, lookup: 1 }, ...said }, true],
    ['has a cap of no body', { limits: { address: 1, lookup: 1 }, body_bytes: 10, ...said }],
    ['records who is no staff', { limits: { address: 1, lookup: 1 }, recorded: true, ...said }],
    ['has roles of who is no staff', { limits: { address: 1, lookup: 1 }, roles: ['senior'], ...said }],
    [
      'has a scope of who is no partner',
      { limits: { address: 1, lookup: 1 }, scope: 'applications:read', ...said },
    ],
    ['says member of who is no partner', { limits: { address: 1, lookup: 1 }, member: 'refused', ...said }],
    ['does not say what a revoked key opens', { limits: { address: 1, lookup: 1 } }],
  ])('that %s stops the start', (_, value, hasBody) => {
    expect(() => read(value, hasBody)).toThrow();
  });

  it.each([
    ['has no scope', { member: 'allowed' }],
    ['has a scope that there is not', { scope: 'applications', member: 'allowed' }],
    ['does not say whether members may', { scope: 'applications:read' }],
  ])('of a partner that %s stops the start', (_, said) => {
    const value = { limits: { address: 1, partner: 1 }, ...said };
    expect(() => readPolicy(value, { id: 'readPartner', caller: 'partner', hasBody: false, limits })).toThrow(
      'readPartner has a scope',
    );
  });

  it('that is valid is read', () => {
    expect(read({ limits: { address: 1, lookup: 2 }, ...said }).costs.map(({ points }) => points)).toEqual([
      1, 2,
    ]);
  });

  it('needs every limit and refuses unknown ones', () => {
    expect(() => readLimits({})).toThrow('address');
    expect(() => readLimits({ planets: { per: ['address'], points: 1 } })).toThrow('planets');
  });
});

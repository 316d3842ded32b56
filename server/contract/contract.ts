/** Reads openapi/ and answers what each operation takes, answers and asks for. References are followed here alone. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import type { Caller, OperationId } from '../../openapi/operations.ts';
import { type Limit, type Policy, readLimits, readPolicy } from './policy.ts';
import type { LimitName } from '../config/rates.ts';

export type { Caller, OperationId };
export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** A schema by its address in the documents, so that it is compiled in its own place. */
export type SchemaAt = { ref: string; value: Json };

export type Operation = {
  id: OperationId;
  method: Method;
  /** The path as in the contract, `/institute/by-id/{id}`. */
  path: string;
  tag: string;
  caller: Caller;
  /** True if the page calls it by itself (`x-unattended`), which does not extend an unused session. */
  unattended: boolean;
  /** True if one of our own pages calls it (`x-called-by-page`); the others are for integrators. */
  calledByPage: boolean;
  policy: Policy;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: SchemaAt }[];
  /** The JSON schema of the body; absent where the operation takes none. */
  body: SchemaAt | undefined;
  /** The JSON schema of each status that the operation may answer with. */
  replies: Map<number, SchemaAt>;
};

export type Contract = {
  operations: Operation[];
  documents: Map<string, Json>;
  limits: Record<LimitName, Limit>;
};

export type Json = { [name: string]: unknown };
type Place = { file: string; pointer: string; value: unknown };

export const methods: readonly Method[] = ['get', 'put', 'post', 'patch', 'delete'];
const folder = new URL('../../openapi/', import.meta.url);

/** The base that document ids are made of; nothing is ever fetched from it. */
const base = 'https://contract.invalid/';

let loaded: Contract | undefined;

/**
 * Reads the contract once; it is not changed.
 * @throws Error naming the place where the contract does not hold together
 */
export function loadContract(): Contract {
  loaded ??= readContract();
  return loaded;
}

/** Reads a file of openapi/ and all that it refers to, by address. @param documents has those that are read already */
export function readDocuments(root: string, documents = new Map<string, Json>()): Map<string, Json> {
  const open = (file: string): void => {
    if (documents.has(base + file)) return;
    const read: unknown = load(readFileSync(fileURLToPath(new URL(file, folder)), 'utf8'));
    if (!isJson(read)) throw new Error(`openapi/${file} is empty`);
    documents.set(base + file, read);
    for (const ref of refsIn(read)) open(resolveRef(file, ref).file);
  };
  open(root);
  return documents;
}

function readContract(): Contract {
  const documents = readDocuments('openapi.yaml');
  const open = (file: string): Json => documents.get(base + file) ?? {};
  const root = open('openapi.yaml');
  const follow = (place: Place): Place => {
    if (!isJson(place.value) || typeof place.value.$ref !== 'string') return place;
    const { file, pointer } = resolveRef(place.file, place.value.$ref);
    return follow({ file, pointer, value: valueAt(open(file), pointer, file) });
  };
  const into = (place: Place, name: string | number): Place => {
    const value: unknown =
      isJson(place.value) || Array.isArray(place.value) ? Reflect.get(place.value, name) : undefined;
    const step = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
    return follow({ ...place, pointer: `${place.pointer}/${step}`, value });
  };
  const limits = readLimits(root['x-limits']);
  const start: Place = { file: 'openapi.yaml', pointer: '', value: root };
  const paths = into(start, 'paths');
  const found = namesOf(paths).flatMap((path) => {
    const item = into(paths, path);
    return methods
      .map((method) => ({ method, at: into(item, method) }))
      .filter(({ at }) => at.value !== undefined)
      .map(({ method, at }) => readOperation({ at, into, method, path, root, limits }));
  });
  return {
    operations: found,
    documents,
    // `readLimits` has found each of them.
    limits: Object.fromEntries(limits) as Contract['limits'],
  };
}

function readOperation(found: {
  at: Place;
  into: (place: Place, name: string | number) => Place;
  method: Method;
  path: string;
  root: Json;
  limits: Map<string, Limit>;
}): Operation {
  const { at, into, method, path, root, limits } = found;
  const operation = asJson(at);
  const parameters = into(at, 'parameters');
  const body = into(at, 'requestBody');
  const replies = into(at, 'responses');
  const jsonSchema = (place: Place) =>
    schemaAt(into(into(into(place, 'content'), 'application/json'), 'schema'));
  const id = operation.operationId as OperationId;
  const caller = callerOf(operation.security ?? root.security);
  const hasBody = body.value !== undefined;
  return {
    id,
    method,
    path,
    tag: Array.isArray(operation.tags) ? String(operation.tags[0]) : '',
    caller,
    unattended: operation['x-unattended'] === true,
    calledByPage: operation['x-called-by-page'] !== false,
    policy: readPolicy(operation['x-policy'], { id, caller, hasBody, limits }),
    parameters: namesOf(parameters).map((index) => {
      const parameter = into(parameters, index);
      const { name, in: where, required } = asJson(parameter);
      return {
        name: String(name),
        in: where as 'path' | 'query' | 'header',
        required: required === true,
        schema: schemaAt(into(parameter, 'schema')),
      };
    }),
    body: hasBody ? jsonSchema(body) : undefined,
    replies: new Map(namesOf(replies).map((status) => [Number(status), jsonSchema(into(replies, status))])),
  };
}

/** The callers by the operation's security schemes, the most specific first. */
const callers = [
  ['loanToken', 'loan'],
  ['staffSession', 'staff'],
  ['staffMarker', 'visitor'],
  ['webhookSignature', 'webhook'],
  ['apiKey', 'key'],
  ['secretKey', 'partner'],
  ['bearer', 'customer'],
] as const satisfies [string, Caller][];

function callerOf(security: unknown): Caller {
  const ways = Array.isArray(security) ? security.filter(isJson) : [];
  return callers.find(([scheme]) => ways.some((way) => scheme in way))?.[1] ?? 'anyone';
}

function schemaAt(place: Place): SchemaAt {
  return { ref: `${base}${place.file}#${encodeURI(place.pointer)}`, value: asJson(place) };
}

function asJson(place: Place): Json {
  if (isJson(place.value)) return place.value;
  throw new Error(`openapi/${place.file}#${place.pointer} is missing`);
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesOf = (place: Place): string[] =>
  typeof place.value === 'object' && place.value !== null ? Object.keys(place.value) : [];

function resolveRef(file: string, ref: string): { file: string; pointer: string } {
  const to = new URL(ref, new URL(file, base));
  return { file: to.pathname.slice(1), pointer: decodeURIComponent(to.hash.slice(1)) };
}

/** @throws Error where the document has nothing there */
export function valueAt(document: Json, pointer: string, file: string): unknown {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  if (value === undefined) throw new Error(`openapi/${file}#${pointer} is missing`);
  return value;
}

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isJson(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
}

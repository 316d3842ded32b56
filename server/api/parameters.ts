/** Reads an operation's parameters out of the path, the query and the headers, and holds each against its schema. */
import type { Context } from 'hono';
import { isUnstorable } from '../http/body.ts';
import type { Operation } from '../contract/contract.ts';
import { wrongShape } from '../http/problem.ts';
import type { Check } from '../contract/validate.ts';

/** A parameter with the check of its schema. */
export type CheckedParameter = Operation['parameters'][number] & { check: Check };

export type Parameters = Record<'path' | 'query' | 'header', Record<string, unknown>>;

const readOne = {
  path: (call: Context, name: string): string | undefined => call.req.param(name),
  header: (call: Context, name: string): string | undefined => call.req.header(name),
};

/** @throws Problem 400 for one that is missing, repeated, of the wrong form, or not of this call */
export function readParameters(call: Context, parameters: CheckedParameter[]): Parameters {
  const read: Parameters = { path: {}, query: {}, header: {} };
  const queries = call.req.queries();
  for (const name of Object.keys(queries)) {
    const isDeclared = parameters.some((one) => one.in === 'query' && one.name === name);
    if (!isDeclared) throw wrongShape(name.slice(0, 100), 'is not a parameter of this call');
  }
  for (const { name, in: where, required, schema, check } of parameters) {
    const texts = where === 'query' ? (queries[name] ?? []) : [readOne[where](call, name)];
    const text = texts[0];
    if (texts.length > 1) throw wrongShape(name, 'is given more than once');
    if (text === undefined) {
      if (required) throw wrongShape(name, 'is missing');
      continue;
    }
    if (isUnstorable(text)) throw wrongShape(name, 'holds a character that cannot be kept');
    const value = fromText(text, schema.value.type);
    const fault = check(value)[0];
    if (fault) throw wrongShape(name, fault.message);
    read[where][name] = value;
  }
  return read;
}

/** Text of an address or a header as the declared type; what does not read as that type stays text and is refused. */
function fromText(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

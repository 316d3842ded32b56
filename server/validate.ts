/**
 * Holds values against the contract: every schema is compiled once, when something is first held against it, because
 * all of them together are half of a start. Bodies are never coerced.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FieldError } from '../domain/wire.ts';
import type { Contract, SchemaAt } from './contract.ts';
import { shapeError } from './problem.ts';

export type Check = (value: unknown) => FieldError[];

/** At most this many errors are told of; nobody reads more. */
const mostErrors = 50;

/** @returns a function that makes a schema of the contract into a check; an empty answer means that it fits */
export function createChecks(contract: Contract): (schema: SchemaAt) => Check {
  // Strictness is the linter's: a document is not itself a schema, so its names would count as unknown keywords.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  // What the bytes of a file are is the body reader's business.
  ajv.addFormat('binary', true);
  for (const [id, document] of contract.documents) ajv.addSchema(document, id, undefined, false);

  const compiled = new Map<string, ValidateFunction>();
  return ({ ref }) =>
    (value) => {
      const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
      compiled.set(ref, validate);
      return validate(value) ? [] : fieldErrors(validate.errors ?? [], value);
    };
}

/** One error per field, in the order of the fields' first faults. */
function fieldErrors(errors: ErrorObject[], value: unknown): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const error of errors) {
    const field = fieldName(error, value);
    if (!byField.has(field)) byField.set(field, shapeError(field, words(error)));
    if (byField.size >= mostErrors) break;
  }
  return [...byField.values()];
}

/**
 * The dotted name of section 3: the envelope `data` is left out, and an element of a list goes by its id
 * (`el_details.students.ID.annual_fee`), by its place where it has none.
 */
function fieldName(error: ErrorObject, value: unknown): string {
  const names: string[] = [];
  let at = value;
  for (const step of error.instancePath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const list = Array.isArray(at);
    at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
    const id: unknown = list && typeof at === 'object' && at !== null ? Reflect.get(at, 'id') : undefined;
    names.push(typeof id === 'string' ? id : name);
  }
  const more: unknown =
    error.params.missingProperty ?? error.params.additionalProperty ?? error.params.unevaluatedProperty;
  if (typeof more === 'string') names.push(more);
  return (names[0] === 'data' && names.length > 1 ? names.slice(1) : names).join('.');
}

function words({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is missing';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    return 'is not a field of this call';
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params.allowedValues)}`;
  return message ?? 'has the wrong form';
}

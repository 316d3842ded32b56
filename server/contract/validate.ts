/**
 * Holds values against the contract: every schema is compiled once, when something is first held against it, or at once,
 * where no call may wait for it. Bodies are never coerced.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FieldError } from '../../domain/values/wire.ts';
import type { Contract, SchemaAt } from './contract.ts';
import { shapeError } from '../http/problem.ts';

export type Check = (value: unknown) => FieldError[];

/** The maximum number of errors in a response. */
const mostErrors = 50;

/**
 * A value with more members than this is answered with its first error alone: Ajv's time to collect all errors of a
 * list grows with the square of its length. The largest body of the app has about 500 members.
 */
const mostMembersForAllErrors = 500;

/**
 * @param compilesAtOnce each schema when it becomes a check, not when something is first held against it: every other
 * call waits in the meantime
 * @returns a function that makes a schema of the contract into a check; an empty answer means that it fits
 */
export function createChecks(contract: Contract, compilesAtOnce = false): (schema: SchemaAt) => Check {
  return ({ ref }) => {
    if (compilesAtOnce) validatorsOf(contract, { allErrors: true })(ref);
    return (value) => {
      const allErrors = !hasMoreMembersThan(mostMembersForAllErrors, value);
      const validate = validatorsOf(contract, { allErrors })(ref);
      return validate(value) ? [] : fieldErrors(validate.errors ?? [], value);
    };
  };
}

/** Compiles the schema at an address, once. */
type Validators = (ref: string) => ValidateFunction;

type ValidatorOptions = { allErrors: boolean };

const validatorsByContract = new WeakMap<Contract, Map<boolean, Validators>>();

/**
 * The same for all servers of a process, because compiling takes longer than anything else of a start. Those for long
 * values are made when the first one comes, which no page sends.
 */
function validatorsOf(contract: Contract, { allErrors }: ValidatorOptions): Validators {
  const made = validatorsByContract.get(contract) ?? new Map<boolean, Validators>();
  validatorsByContract.set(contract, made);
  const validators = made.get(allErrors) ?? createValidators(contract, { allErrors });
  made.set(allErrors, validators);
  return validators;
}

function createValidators(contract: Contract, options: ValidatorOptions): Validators {
  // The linter checks the schemas: compiling the meta schema takes longer than any other. It checks strictness as well:
  // the members of an OpenAPI document would count as unknown keywords. Optimizing the code takes as long as generating
  // it and saves nothing measurable.
  const fast = { strict: false, meta: false, validateSchema: false, code: { optimize: false } };
  const ajv = new Ajv2020({ ...options, ...fast });
  addFormats.default(ajv);
  // The body reader checks the bytes of files.
  ajv.addFormat('binary', true);
  for (const [id, document] of contract.documents) ajv.addSchema(document, id, undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  return (ref) => {
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate;
  };
}

/** Returns whether the objects and lists in a JSON value have over `most` members in total; stops counting there. */
function hasMoreMembersThan(most: number, value: unknown): boolean {
  const open = [value];
  let count = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members: unknown[] = Object.values(next);
    count += members.length;
    if (count > most) return true;
    open.push(...members);
  }
  return false;
}

/** Returns an error per field, in the order of the fields' first errors. */
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

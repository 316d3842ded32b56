/** Members have camelCase names in code and snake_case names in the contract, which has instants as ISO 8601 text. */

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

export type OnWire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer One)[]
    ? OnWire<One>[]
    : Value extends object
      ? { [Name in keyof Value as Snake<Name & string>]: OnWire<Value[Name]> }
      : Value;

export type FromWire<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer One)[]
    ? FromWire<One>[]
    : Value extends object
      ? { [Name in keyof Value as Camel<Name & string>]: FromWire<Value[Name]> }
      : Value;

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function renamed(
  value: unknown,
  rename: (name: string) => string,
  instantOf: (at: Date) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename, instantOf));
  if (value instanceof Date) return instantOf(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, one]) => [rename(name), renamed(one, rename, instantOf)]));
}

/** Renames the members of a value, and of nested values, for the contract. The caller leaves out private members. */
export const onWire = <Value>(value: Value): OnWire<Value> =>
  renamed(value, snake, (at) => at.toISOString()) as OnWire<Value>;

/** Renames the members of a value that came by the contract, and of all within it; instants are read already. */
export const fromWire = <Value>(value: Value): FromWire<Value> =>
  renamed(value, camel, (at) => at) as FromWire<Value>;

/** Names amounts as the contract does, which says their unit: `late_charges_paise` for `lateCharges`. */
export const paiseOnWire = <Amounts extends Record<string, number>>(amounts: Amounts) =>
  Object.fromEntries(Object.entries(amounts).map(([name, paise]) => [`${snake(name)}_paise`, paise])) as {
    [Name in keyof Amounts & string as `${Snake<Name>}_paise`]: number;
  };

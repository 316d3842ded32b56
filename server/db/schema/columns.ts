/**
 * The kinds of columns, one schema for the embedded database and for PostgreSQL. Rupees and paise are whole numbers
 * (bigint), percents are decimal text, and dates of life (ISO 'YYYY-MM-DD') are in the jsonb sections exactly as they
 * travel on the wire.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  customType,
  jsonb,
  text,
  timestamp,
  type UpdateDeleteAction,
  uuid,
} from 'drizzle-orm/pg-core';

/** A value that a jsonb column may hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A section of the loan (`personal_details`, …) with section 3's names, as it travels on the wire. */
export type Section = { [name: string]: JsonValue };

export const rupees = (name: string) => bigint(name, { mode: 'number' });
export const paise = (name: string) => bigint(name, { mode: 'number' });
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Drizzle's own jsonb reads a text of digits, such as a pincode, as a number. */
export const json = customType<{ data: JsonValue }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
});

export const section = (name: string) => jsonb(name).$type<Section>().notNull().default({});

/** The column of another table that a column refers to. */
type Target = () => AnyPgColumn;

/** These columns refer to another table in each row. */
export const uuidReference = (name: string, target: Target, onDelete: UpdateDeleteAction = 'no action') =>
  uuid(name).notNull().references(target, { onDelete });
export const textReference = (name: string, target: Target, onDelete: UpdateDeleteAction = 'no action') =>
  text(name).notNull().references(target, { onDelete });

/** The defaults of columns with an array. */
export const noTexts = sql`'{}'::text[]`;
export const noIntegers = sql`'{}'::integer[]`;

/** The condition of an index, which takes no parameters. */
export const equalsText = (column: AnyPgColumn, value: string) => sql`${column} = ${sql.raw(`'${value}'`)}`;

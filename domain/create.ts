/** The create form: who applies (specification, sections 2 and 5). */
import * as z from 'zod/mini';
import type { Field, Form, Typed, WireOf } from './check.ts';
import type { FieldDescription } from './fields/row.ts';
import { letters, mobile } from './clean.ts';
import { limits } from './limits.ts';

/** Text as it is kept: without spaces around it. */
export const trimmed = (typed: Typed): string => String(typed).trim();

/** Caps a text's length, with the one message that says how long it may be. */
export const atMost = (length: number) => z.maxLength(length, 'common.error.tooLong');

/** At least one letter, and nothing but letters, their marks and spaces. */
export const lettersOnly = (required: string, invalid: string, length: number) =>
  z
    .string(required)
    .check(z.regex(/\S/, required), atMost(length), z.regex(/^ *\p{L}[\p{L}\p{M} ]*$/u, invalid));

/** Ten digits. */
export const tenDigits = (required: string, invalid: string) =>
  z.string(required).check(z.minLength(1, required), z.regex(/^\d{10}$/, invalid));

export const createFields = {
  name: {
    kind: 'text',
    label: 'create.name.label',
    hint: 'create.name.hint',
    autoComplete: 'name',
    autoCapitalize: 'words',
    schema: lettersOnly('create.error.name.required', 'create.error.name.required', limits.nameMaxLength),
    read: trimmed,
    clean: letters,
  },
  phone: {
    kind: 'phone',
    label: 'create.phone.label',
    hint: 'create.phone.hint',
    schema: tenDigits('create.error.phone.required', 'create.error.phone.invalid'),
    clean: mobile,
  },
  email: {
    kind: 'email',
    label: 'create.email.label',
    schema: z
      .string('create.error.email.required')
      .check(
        z.regex(/\S/, 'create.error.email.required'),
        atMost(limits.emailMaxLength),
        z.regex(
          /^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)+$/u,
          'create.error.email.invalid',
        ),
      ),
    read: trimmed,
  },
} satisfies Record<string, Field & Omit<FieldDescription, 'section'>>;

export type CreateField = keyof typeof createFields;
export type CreateWire = WireOf<typeof createFields>;

/** What the inputs hold. */
export interface CreateValues {
  name: string;
  phone: string;
  email: string;
}

export const createForm: Form<CreateField> & { fields: typeof createFields } = {
  fields: createFields,
  rules: [],
};

/** What is sent, of values that `checkAll` let through. */
export const createToWire = ({ name, phone, email }: CreateValues): CreateWire => ({
  name: trimmed(name),
  phone,
  email: trimmed(email),
});

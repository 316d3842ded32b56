/** The create form: who applies (specification, sections 2 and 5). */
import * as z from 'zod/mini';
import type { Field, Form, InputValue, WireOf } from '../values/check.ts';
import type { FieldDescription, FieldWarning } from './fields/row.ts';
import { keepLetters, cleanMobile } from '../values/clean.ts';
import { unlikelyEmail } from './email-suggestions.ts';
import { limits } from '../values/limits.ts';

export const trimText = (typed: InputValue): string => String(typed).trim();

export const maxLength = (length: number) => z.maxLength(length, 'common.error.tooLong');

/** Requires at least one letter and accepts nothing but letters, their marks and spaces. */
export const letterText = (required: string, invalid: string, length: number) =>
  z
    .string(required)
    .check(z.regex(/\S/, required), maxLength(length), z.regex(/^ *\p{L}[\p{L}\p{M} ]*$/u, invalid));

/** Indian mobile numbers start with 6 to 9, and no subscriber has ten equal digits. */
export const unlikelyMobile: FieldWarning = {
  when: (typed) => /^\d{10}$/.test(typed) && /^([0-5]|(\d)\2{9}$)/.test(typed),
  message: 'app.warning.mobile',
};

/** Ten digits. */
export const tenDigits = (required: string, invalid: string) =>
  z.string(required).check(z.minLength(1, required), z.regex(/^\d{10}$/, invalid));

/** A mail address as people have them, without the forms that only standards have. */
export const emailPattern = /^[^\s@\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)+$/u;

export const emailText = (required: string, invalid: string) =>
  z
    .string(required)
    .check(z.regex(/\S/, required), maxLength(limits.emailMaxLength), z.regex(emailPattern, invalid));

export const createFields = {
  name: {
    kind: 'text',
    label: 'create.name.label',
    hint: 'create.name.hint',
    autoComplete: 'name',
    autoCapitalize: 'words',
    schema: letterText('create.error.name.required', 'create.error.name.required', limits.nameMaxLength),
    parse: trimText,
    clean: keepLetters,
    strippedMessage: 'app.stripped.letters',
  },
  phone: {
    kind: 'phone',
    label: 'create.phone.label',
    hint: 'create.phone.hint',
    schema: tenDigits('create.error.phone.required', 'create.error.phone.invalid'),
    clean: cleanMobile,
    warning: unlikelyMobile,
  },
  email: {
    kind: 'email',
    label: 'create.email.label',
    schema: emailText('create.error.email.required', 'create.error.email.invalid'),
    parse: trimText,
    warning: unlikelyEmail,
  },
} satisfies Record<string, Field & Omit<FieldDescription, 'section'>>;

export type CreateFormField = keyof typeof createFields;
export type CreateFormWire = WireOf<typeof createFields>;

export interface CreateFormValues {
  name: string;
  phone: string;
  email: string;
}

/** @param stored the inputs' values before a reload or a Back; an older page may have stored anything */
export function readCreateValues(stored: unknown): CreateFormValues {
  const before = (stored ?? {}) as Partial<Record<keyof CreateFormValues, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(before.name), phone: text(before.phone), email: text(before.email) };
}

export const createLoanForm: Form<CreateFormField> & { fields: typeof createFields } = {
  fields: createFields,
  rules: [],
};

/** Returns the request for values that passed `checkInputs`. */
export const createToWire = ({ name, phone, email }: CreateFormValues): CreateFormWire => ({
  name: trimText(name),
  phone,
  email: trimText(email),
});

/** The attributes that several fields of Applicant Details share. */
import * as z from 'zod/mini';
import { stripControlCharacters } from '../../values/clean.ts';
import { letterText, trimText } from '../create.ts';
import { limits } from '../../values/limits.ts';
import { amount, cleanAmount, parseRupees, requiredText } from '../schemas.ts';

/** Returns a field for a name of letters and spaces: of a person, an employer, a designation. */
export const nameField = (required: string, invalid: string) => ({
  kind: 'text' as const,
  schema: letterText(required, invalid, limits.nameMaxLength),
  parse: trimText,
});

export const textField = (required: string, length: number = limits.placeMaxLength) => ({
  schema: requiredText(required, length),
  parse: trimText,
  clean: stripControlCharacters,
});

export const choice = <const Codes extends readonly [string, ...string[]]>(
  codes: Codes,
  labels: string,
  required: string,
) => ({
  kind: 'choice' as const,
  choices: { codes, labels },
  schema: z.enum(codes, required),
  size: 'm' as const,
});

export const rupees = (required: string) => ({
  kind: 'money' as const,
  schema: amount(required),
  parse: parseRupees,
  clean: cleanAmount,
});

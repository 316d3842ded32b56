/** The rules of each field about a customer, and the forms that consist of these fields. */
import * as z from 'zod/mini';
import type { Field, Form } from '../values/check.ts';
import { cleanMobile, keepLetters } from '../values/clean.ts';
import { emailText, letterText, tenDigits, trimText } from './create.ts';
import { limits } from '../values/limits.ts';
import type { Nominee } from '../values/wire.ts';

export const nomineeRelations = [
  'spouse',
  'parent',
  'child',
  'sibling',
  'other',
] as const satisfies readonly Nominee['relation'][];

export const customerProfileFields = {
  /** Ten digits (decision 125). */
  mobile: {
    schema: tenDigits('account.error.mobileInvalid', 'account.error.mobileLength'),
    clean: cleanMobile,
  },
  name: {
    schema: letterText('account.error.nameMissing', 'account.error.nameMissing', limits.nameMaxLength),
    parse: trimText,
    clean: keepLetters,
  },
  email: {
    schema: emailText('account.error.emailInvalid', 'account.error.emailInvalid'),
    parse: trimText,
  },
  /** The nominee's to the customer. */
  relation: {
    schema: z.enum(nomineeRelations, 'account.nominee.error.relationMissing'),
  },
} satisfies Record<string, Field>;

export type AccountField = keyof typeof customerProfileFields;

const { mobile, name, email, relation } = customerProfileFields;

const formOf = <Name extends AccountField>(fields: Record<Name, Field>): Form<Name> => ({
  fields,
  rules: [],
});

/** A mobile number, to which a one-time password goes. */
export const mobileForm = formOf({ mobile });

/** The form of a sign-up and of the profile. */
export const profileForm = formOf({ name, email });

/** The form of the person who exercises a customer's rights about their data after their death. */
export const nomineeForm = formOf({ name, relation, mobile });

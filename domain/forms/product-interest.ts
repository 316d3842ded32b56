/** The form to be notified of a product: a mobile number or a mail address, and a consent. */
import * as z from 'zod/mini';
import { customerProfileFields } from './account.ts';
import type { Field, Form, InputValue } from '../values/check.ts';
import { cleanMobile } from '../values/clean.ts';
import type { FieldDescription } from './fields/row.ts';

/** The version of the words `comingSoon.consent.label`, stored with the consent. It changes with the words. */
export const interestConsentVersion = '2026-11-23';

export interface ContactAddress {
  channel: 'sms' | 'email';
  address: string;
}

/** A text with an @ is a mail address, and every other one a mobile number. */
export const parseContactAddress = (typed: InputValue): ContactAddress => {
  const text = String(typed).trim();
  return text.includes('@')
    ? { channel: 'email', address: text.toLowerCase() }
    : { channel: 'sms', address: cleanMobile(text) };
};

/** Checks a text as a mail address or as a mobile number, depending on its form. */
const addressSchema = z.string('account.error.emailInvalid').check((payload) => {
  const { channel, address } = parseContactAddress(payload.value);
  const { schema } = customerProfileFields[channel === 'email' ? 'email' : 'mobile'];
  const issue = z.safeParse(schema, address).error?.issues[0];
  if (issue) payload.issues.push({ code: 'custom', input: payload.value, message: issue.message });
});

export const interestFields = {
  address: {
    kind: 'text',
    label: 'comingSoon.address.label',
    hint: 'comingSoon.address.hint',
    autoCapitalize: 'none',
    autoComplete: 'email',
    spellCheck: false,
    schema: addressSchema,
  },
  consent: {
    kind: 'switch',
    label: 'comingSoon.consent.label',
    schema: z.literal(true, 'comingSoon.error.consent'),
  },
} satisfies Record<string, Field & Omit<FieldDescription, 'section'>>;

export const interestForm: Form<keyof typeof interestFields> & { fields: typeof interestFields } = {
  fields: interestFields,
  rules: [],
};

export interface InterestValues {
  address: string;
  consent: boolean;
}

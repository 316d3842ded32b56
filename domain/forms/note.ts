/** A note of a reviewer for colleagues: neither the applicant nor the partner reads it. */
import type { Field } from '../values/check.ts';
import { limits } from '../values/limits.ts';
import { trimText } from './create.ts';
import type { FieldDescription } from './fields/row.ts';
import { requiredLines } from './schemas.ts';

export const noteFields = {
  text: {
    kind: 'text',
    label: 'review.note.label',
    hint: 'review.note.hint',
    schema: requiredLines('review.error.noteMissing', limits.noteMaxLength),
    parse: trimText,
  },
} satisfies Record<string, Field & Omit<FieldDescription, 'section'>>;

export const noteForm = { fields: noteFields, rules: [] };

/** Queries to support and grievances, and their answers. */
import * as z from 'zod/mini';
import { customerProfileFields } from './account.ts';
import type { Field, Form } from '../values/check.ts';
import { trimText, unlikelyMobile } from './create.ts';
import { unlikelyEmail } from './email-suggestions.ts';
import type { FieldDescription } from './fields/row.ts';
import { limits } from '../values/limits.ts';
import { requiredLines, requiredText } from './schemas.ts';

type Fields = Record<string, Field & Omit<FieldDescription, 'section'>>;

const customerText = {
  kind: 'text',
  schema: requiredLines('contact.error.queryMissing', limits.supportTextMaxLength),
  parse: trimText,
} as const;

/** The field of a customer's query; the customer's name, number and mail address are known. */
export const customerQueryFields = {
  query: { ...customerText, label: 'contact.query.label', hint: 'contact.query.hint' },
} satisfies Fields;

const optionalChoice = {
  kind: 'choice',
  schema: z.string('contact.error.complaintMissing'),
  optional: true,
} as const;

/** The fields of a grievance. The server checks whose loan it is, and that the lender exists. */
export const grievanceFields = {
  loan_id: { ...optionalChoice, label: 'contact.loan.label' },
  lender_id: { ...optionalChoice, label: 'contact.lender.label' },
  query: {
    ...customerText,
    schema: requiredLines('contact.error.complaintMissing', limits.supportTextMaxLength),
    label: 'contact.complaint.label',
    hint: 'contact.complaint.hint',
  },
} satisfies Fields;

export const customerReplyFields = {
  text: { ...customerText, label: 'contact.reply.label' },
} satisfies Fields;

/** The contact fields of a visitor who is not signed in. */
export const visitorFields = {
  name: {
    kind: 'text',
    label: 'contact.name.label',
    autoComplete: 'name',
    autoCapitalize: 'words',
    ...customerProfileFields.name,
    strippedMessage: 'app.stripped.letters',
  },
  mobile: {
    kind: 'phone',
    label: 'contact.mobile.label',
    ...customerProfileFields.mobile,
    warning: unlikelyMobile,
  },
  email: {
    kind: 'email',
    label: 'contact.email.label',
    ...customerProfileFields.email,
    warning: unlikelyEmail,
  },
} satisfies Fields;

const staffText = {
  kind: 'text',
  schema: requiredLines('review.error.answerMissing', limits.supportTextMaxLength),
  parse: trimText,
} as const;

/** The field of an answer by staff. */
export const answerFields = {
  text: {
    ...staffText,
    label: 'review.conversation.answer.label',
    hint: 'review.conversation.answer.hint',
  },
} satisfies Fields;

/** An answer that staff use again and again. */
export const standardAnswerFields = {
  title: {
    kind: 'text',
    label: 'review.standardAnswer.titleLabel',
    schema: requiredText('review.error.titleMissing', limits.standardAnswerTitleMaxLength),
    parse: trimText,
  },
  text: { ...staffText, label: 'review.standardAnswer.text' },
} satisfies Fields;

const formOf = <Rows extends Fields>(fields: Rows): Form<keyof Rows & string> & { fields: Rows } => ({
  fields,
  rules: [],
});

/** The forms of a query and of a grievance, for customers and for visitors who are not signed in. */
export const contactForms = {
  query: {
    customer: formOf(customerQueryFields),
    visitor: formOf({ ...visitorFields, ...customerQueryFields }),
  },
  grievance: {
    customer: formOf({ query: grievanceFields.query }),
    visitor: formOf({ ...visitorFields, query: grievanceFields.query }),
  },
} as const;
export const customerReplyForm = formOf(customerReplyFields);
export const answerForm = formOf(answerFields);
export const standardAnswerForm = formOf(standardAnswerFields);

/** Queries to support, and their answers. */
import { accountFields } from './account.ts';
import type { Field, Form } from './check.ts';
import { trimText, unlikelyMobile } from './create.ts';
import type { FieldDescription } from './fields/row.ts';
import { limits } from './limits.ts';
import { requiredLines, requiredText } from './schemas.ts';

type Fields = Record<string, Field & Omit<FieldDescription, 'section'>>;

const customerText = {
  kind: 'text',
  schema: requiredLines('contact.error.queryMissing', limits.supportTextMaxLength),
  parse: trimText,
} as const;

/** Of a customer, whose name, number and mail address are known. */
export const customerQueryFields = {
  query: { ...customerText, label: 'contact.query.label', hint: 'contact.query.hint' },
} satisfies Fields;

/** What a customer writes in a conversation that was begun before. */
export const customerReplyFields = {
  text: { ...customerText, label: 'contact.reply.label' },
} satisfies Fields;

/** Of somebody who is not signed in. */
export const contactFields = {
  name: {
    kind: 'text',
    label: 'contact.name.label',
    autoComplete: 'name',
    autoCapitalize: 'words',
    ...accountFields.name,
    strippedMessage: 'app.stripped.letters',
  },
  mobile: {
    kind: 'phone',
    label: 'contact.mobile.label',
    ...accountFields.mobile,
    warning: unlikelyMobile,
  },
  email: { kind: 'email', label: 'contact.email.label', ...accountFields.email },
  ...customerQueryFields,
} satisfies Fields;

const staffText = {
  kind: 'text',
  schema: requiredLines('review.error.answerMissing', limits.supportTextMaxLength),
  parse: trimText,
} as const;

/** What staff write. */
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

export const customerQueryForm = formOf(customerQueryFields);
export const customerReplyForm = formOf(customerReplyFields);
export const contactForm = formOf(contactFields);
export const answerForm = formOf(answerFields);
export const standardAnswerForm = formOf(standardAnswerFields);

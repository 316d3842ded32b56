/** The product's own words by id; what the specification words is written out in the tests. */
import en from '../../../locales/en/app.json' with { type: 'json' };
import type { MessageId } from '../../../locales/index.ts';

/** The text, with `{name}` filled in; English, or that of the language. */
export const messageText = (
  id: MessageId,
  values: Record<string, string | number> = {},
  texts: Record<MessageId, string> = en,
): string => texts[id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** The label of the date of birth that re-entry asks for. */
export const reentryDateOfBirth = `${messageText('app.reentry.dob')} (${messageText('app.reentry.dob.when')})`;

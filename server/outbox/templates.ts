/** What people are told: the channels of each template, its values, and its words in the loan's language. */
import { createIntl, type IntlShape } from '@formatjs/intl';
import { type LanguageCode, languages } from '../../locales/index.ts';
import { type MessageTextId, messageTexts } from '../../locales/messages.ts';
import type { Channel } from '../adapters/messages.ts';
import { passwordGoodForMs } from '../reentry/limits.ts';

/** The values of each template, apart from what every text may name: {name} and {link}. */
export type TemplateValues = {
  /** `count`: how many queries are open. */
  'application.sentBack': { count: number };
  /** `otp`: the digits. `minutes`: how long they are good for. */
  'reentry.password': { otp: string; minutes: number };
};

export type Template = keyof TemplateValues;

type Row = {
  sms: MessageTextId;
  email?: { subject: MessageTextId; text: MessageTextId };
  /** Nobody may read the text once it is sent, and after so many milliseconds it is of no use. */
  secretForMs?: number;
};

export const templates: Readonly<Record<Template, Row>> = {
  'application.sentBack': {
    sms: 'application.sentBack.sms',
    email: { subject: 'application.sentBack.email.subject', text: 'application.sentBack.email.text' },
  },
  'reentry.password': { sms: 'reentry.password.sms', secretForMs: passwordGoodForMs },
};

export type Rendered = { channel: Channel; subject: string | null; text: string };

/** One message for each channel of the template. */
export function render(
  language: LanguageCode,
  template: Template,
  values: Record<string, string | number>,
): Rendered[] {
  const intl = intlOf(language);
  const say = (id: MessageTextId) => intl.formatMessage({ id: id as never }, values);
  const { sms, email } = templates[template];
  return [
    { channel: 'sms', subject: null, text: say(sms) },
    ...(email ? [{ channel: 'email' as const, subject: say(email.subject), text: say(email.text) }] : []),
  ];
}

const intls = new Map<LanguageCode, IntlShape<string>>();

function intlOf(language: LanguageCode): IntlShape<string> {
  const known = intls.get(language);
  if (known) return known;
  const onError = (error: Error) => {
    throw error;
  };
  // The type of ids is the app's alone; these are others.
  const messages = messageTexts[language] as never;
  const made = createIntl({ locale: languages[language].tag, messages, onError });
  intls.set(language, made);
  return made;
}

/** For how many milliseconds a message is of use and a secret; undefined for one that is neither. */
export const secretForMs = (template: string): number | undefined =>
  template in templates ? templates[template as Template].secretForMs : undefined;

/** The message templates: the channels and values of each, and its text in the loan's language. */
import { readFileSync } from 'node:fs';
import { createIntl, type IntlShape } from '@formatjs/intl';
import { intlLocale, type LanguageCode, languageCodes } from '../../locales/index.ts';
import type { DebitReturnReason } from '../../domain/values/wire.ts';
import type { Channel } from '../adapters/messages.ts';
import type { OtpValues } from '../otp/issue.ts';
import { laterPasswordsAfterMs, passwordsPerNumber, passwordValidMs } from '../otp/limits.ts';

type InstalmentValues = { number: number; amount: string; due: string; lender: string };

/** `site` is a host. */
type Ombudsman = { site: string; phone: string; address: string };

type GrievanceAnswer = { number: string; answer: string } & Ombudsman;

/** The values of each template, apart from what every text may name: {name} and {link}. */
export type TemplateValues = {
  'application.created': Record<never, never>;
  'application.answered': Record<never, never>;
  /** `count`: how many queries are open. */
  'application.sentBack': { count: number };
  /** A step after the approval that the customer has not brought about. */
  'servicing.changed': Record<never, never>;
  /** The final schedule; `first` and `last` are days as people write them, `amount` what the institution was paid. */
  'servicing.disbursed': { amount: string; lender: string; count: number; first: string; last: string };
  /** `until`: the last day of the cooling-off period, as people write it. */
  'servicing.disbursedAfterCancellation': { amount: string; lender: string; until: string };
  /** A coming debit; `mandate`: its number, `due`: the formatted date, `amount` with its currency. */
  'servicing.reminder': InstalmentValues & { mandate: string };
  /** An instalment that is paid by hand. */
  'servicing.paymentReminder': InstalmentValues;
  /** An instalment that was not paid in time; `charge`: what was levied for it, with its currency, or `none`. */
  'servicing.late': InstalmentValues & { charge: string };
  'servicing.mandateWithdrawn': { lender: string };
  /** The mail with the key facts statement that the customer has acknowledged. */
  'servicing.keyFacts': { lender: string };
  /** The mail with the agreement that both have signed. */
  'servicing.agreement': { lender: string };
  /** The mail with the no-dues certificate of a repaid loan. */
  'servicing.noDues': { lender: string };
  /** The mail with the receipt; `amount` with its currency. */
  'servicing.paymentReceived': { amount: string; lender: string };
  'servicing.paymentCounted': { amount: string; lender: string };
  'servicing.paymentRefunded': { amount: string; lender: string };
  /** A won dispute: the payment counts again. */
  'servicing.disputeWon': { amount: string; lender: string };
  /** `reference`: of the lender's transfer. */
  'servicing.paymentRefundedByLender': { amount: string; lender: string; reference: string };
  'servicing.paymentDisputed': { amount: string; lender: string };
  /** It has arrived and does not count yet. */
  'servicing.paymentHeld': { amount: string; lender: string };
  /** `amount`: what was paid of an ended loan beyond what it asked for. */
  'servicing.overpaid': { amount: string; lender: string };
  /** An amount that the lender collected by itself, such as by the mandate; `date`: the formatted date. */
  'servicing.collected': { amount: string; lender: string; date: string };
  /** A debit of instalment `number` that the bank did not pay on `date`. */
  'servicing.debitReturned': {
    number: number;
    amount: string;
    lender: string;
    date: string;
    reason: DebitReturnReason;
  };
  /** A reversed advance before the disbursal; `amount`: the amount due again. */
  'servicing.advanceReversed': { amount: string; lender: string };
  'reentry.password': OtpValues;
  'customer.signIn': OtpValues;
  'customer.mobileChange': OtpValues;
  /** `answer`: what staff wrote. */
  'conversation.answered': { answer: string };
  /** `number`: of the grievance; `day`: the last one for its answer, as people write it. */
  'grievance.lodged': { number: string; day: string };
  'grievance.resolved': GrievanceAnswer;
  'grievance.rejected': GrievanceAnswer;
  'grievance.overdue': { number: string; day: string } & Ombudsman;
  /** A message to the platform's grievance officer. */
  'grievance.dueSoon': { number: string; day: string };
  'customer.sign': OtpValues;
  /** `product`: that somebody wanted to hear of, with `_` in place of `-`. */
  'product.available': { product: string };
};

type MessageTextId = keyof typeof import('../../locales/en/messages.json');

export type Template = keyof TemplateValues;

/** Returns whether a template is about a loan after its approval, which only the app of the customer shows. */
export const isServicing = (template: Template): boolean => template.startsWith('servicing.');

/** The templates that are about no loan. */
export type CustomerTemplate = Extract<Template, `customer.${string}`>;

/** The templates about a conversation with support. */
export type ContactTemplate = Extract<Template, `conversation.${string}` | `grievance.${string}`>;

type Row = {
  /** Its texts are `{template}.sms`, `{template}.email.subject` and `{template}.email.text`. */
  channels: readonly Channel[];
  /** Its texts have a link that opens the loan by itself. */
  isLinked?: boolean;
  /** The limit per recipient within 24 hours, over all its loans, against flooding a phone or a mailbox. */
  maxPerDay?: number;
  /** Beyond `maxPerDay`, one more after so many milliseconds without one. */
  laterAfterMs?: number;
  /** Goes out in the contact hours alone: it answers nothing that its reader did a moment ago. */
  waitsForHours?: boolean;
  /** The text is a secret that expires after so many milliseconds: it is erased once sent, and not sent later. */
  secretForMs?: number;
};

const both: Row = { channels: ['sms', 'email'] };
const inHours: Row = { ...both, waitsForHours: true };
const mail: Row = { channels: ['email'] };
const password: Row = {
  channels: ['sms'],
  maxPerDay: passwordsPerNumber,
  laterAfterMs: laterPasswordsAfterMs,
  secretForMs: passwordValidMs,
};

export const templates: Readonly<Record<Template, Row>> = {
  'application.created': { ...both, isLinked: true, maxPerDay: 5 },
  'application.answered': { ...both, isLinked: true, maxPerDay: 5 },
  'application.sentBack': { ...both, isLinked: true },
  'servicing.changed': { ...inHours, maxPerDay: 5 },
  'servicing.disbursed': inHours,
  'servicing.disbursedAfterCancellation': inHours,
  // It is queued in the contact hours; a notice that is put off to the morning comes too late before the debit.
  'servicing.reminder': both,
  'servicing.paymentReminder': inHours,
  'servicing.late': inHours,
  'servicing.mandateWithdrawn': inHours,
  'servicing.keyFacts': mail,
  'servicing.agreement': mail,
  'servicing.noDues': mail,
  'servicing.paymentReceived': both,
  'servicing.paymentCounted': inHours,
  'servicing.paymentHeld': both,
  'servicing.collected': inHours,
  'servicing.debitReturned': inHours,
  'servicing.overpaid': inHours,
  'servicing.paymentRefunded': inHours,
  'servicing.paymentDisputed': inHours,
  'servicing.disputeWon': inHours,
  'servicing.paymentRefundedByLender': inHours,
  'servicing.advanceReversed': inHours,
  'reentry.password': password,
  'customer.signIn': password,
  'conversation.answered': mail,
  // A sender without a sign-in may give another person's number and address.
  'grievance.lodged': { ...both, maxPerDay: 3 },
  'grievance.resolved': mail,
  'grievance.rejected': mail,
  'grievance.overdue': mail,
  'grievance.dueSoon': mail,
  'customer.mobileChange': password,
  'customer.sign': password,
  'product.available': inHours,
};

export type Rendered = { channel: Channel; subject: string | null; text: string };

/** Returns a message for each channel of the template. */
export function render(
  language: LanguageCode,
  template: Template,
  values: Record<string, string | number>,
): Rendered[] {
  const textOf = (part: string) => {
    const format = formats[language](`${template}.${part}` as MessageTextId);
    return format.format<string>(values) as string;
  };
  return templates[template].channels.map((channel) =>
    channel === 'sms'
      ? { channel, subject: null, text: textOf('sms') }
      : { channel, subject: textOf('email.subject'), text: textOf('email.text') },
  );
}

type MessageFormat = ReturnType<IntlShape['formatters']['getMessageFormat']>;

/** Read at start, so that a server without the messages of a language does not start. */
const formats = Object.fromEntries(languageCodes.map((code) => [code, readFormats(code)])) as Record<
  LanguageCode,
  (id: MessageTextId) => MessageFormat
>;

/**
 * Caches each parsed message by id: the library's `formatMessage` looks parsed messages up by the whole text.
 * @throws Error that names the file if the language has no messages
 */
function readFormats(language: LanguageCode): (id: MessageTextId) => MessageFormat {
  const file = new URL(`../../locales/${language}/messages.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<MessageTextId, string>;
  const locale = intlLocale(language);
  const { formatters } = createIntl({ locale });
  const parsed = new Map<MessageTextId, MessageFormat>();
  return (id) => {
    const format =
      parsed.get(id) ?? formatters.getMessageFormat(texts[id], locale, undefined, { formatters });
    parsed.set(id, format);
    return format;
  };
}

export const waitsForHours = (template: string): boolean =>
  template in templates && templates[template as Template].waitsForHours === true;

/** Returns the milliseconds after which a secret message expires; undefined if it is not secret. */
export const secretForMs = (template: string): number | undefined =>
  template in templates ? templates[template as Template].secretForMs : undefined;

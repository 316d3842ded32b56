/** The texts of a loan's documents: messages with values, which each reader reads in a language of theirs. */
import { type IsoDate, todayInIndia } from '../values/dates.ts';
import type { Paise } from './terms.ts';

/** An id of a document's catalogue in `locales/LANGUAGE`, such as `statement.json`. */
export type DocumentMessageId = `${'keyFacts' | 'agreement' | 'receipt' | 'statement' | 'noDues'}.${string}`;

/** A value within a message, or alone. Percents are decimal text, instants ISO with a zone, texts unchanged. */
export type DocumentValue =
  | { paise: Paise }
  | { percent: string }
  | { date: IsoDate }
  | { instant: string }
  | { count: number }
  // The lender's texts are English; screen readers read them in English on pages of other languages.
  | { text: string; isEnglish?: true };

export type DocumentText = { id: DocumentMessageId; values?: Record<string, DocumentValue> } | DocumentValue;

/** A catalogue in one language. */
export type DocumentIntl = {
  /** BCP 47. */
  locale: string;
  formatMessage: (id: DocumentMessageId, values: Record<string, string | number>) => string;
};

/** Returns the text in a language. Amounts, dates and percents have Latin digits in each language. */
export function textOf(text: DocumentText, intl: DocumentIntl): string {
  if (!('id' in text)) return String(valueOf(text, intl.locale));
  const values = Object.entries(text.values ?? {}).map(
    ([name, value]) => [name, valueOf(value, intl.locale)] as const,
  );
  return intl.formatMessage(text.id, Object.fromEntries(values));
}

/** A number stays one, so that a message can choose its plural. */
function valueOf(value: DocumentValue, locale: string): string | number {
  if ('paise' in value) return paiseText(value.paise);
  if ('percent' in value) return percentText(value.percent);
  if ('date' in value) return dateText(value.date, locale);
  if ('instant' in value) return instantText(value.instant, locale);
  if ('count' in value) return value.count;
  return value.text;
}

const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** '₹1,25,000.50' for 12500050 paise. */
export function paiseText(paise: Paise): string {
  const rest = paise % 100;
  // The decimal text is exact; a quotient would be a float.
  const decimal = `${(paise - rest) / 100}.${String(rest).padStart(2, '0')}` as `${number}`;
  return rupeeFormat.format(decimal);
}

const percentFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 6 });

/** '11.125%': all decimals that a lender states. */
const percentText = (percent: string): string => `${percentFormat.format(percent as `${number}`)}%`;

const aprFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });

/** Returns an APR with two decimals. */
export const aprValue = (apr: string): DocumentValue => ({ percent: aprFormat.format(apr as `${number}`) });

/** The formats by locale: a schedule has many dates, and a format is slow to make. */
const monthFormats = new Map<string, Intl.DateTimeFormat>();

function monthFormat(locale: string): Intl.DateTimeFormat {
  const known = monthFormats.get(locale);
  const format = known ?? new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  monthFormats.set(locale, format);
  return format;
}

/** '5 July 2026', with the month in the language. The order is the same in each: so people in India write dates. */
export function dateText(date: IsoDate, locale: string): string {
  const [year = '', , day = ''] = date.split('-');
  return `${Number(day)} ${monthFormat(locale).format(new Date(`${date}T00:00:00Z`))} ${year}`;
}

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

/** Returns the date and the time in India. */
function instantText(instant: string, locale: string): string {
  const at = new Date(instant);
  return `${dateText(todayInIndia(at), locale)}, ${timeFormat.format(at)} IST`;
}

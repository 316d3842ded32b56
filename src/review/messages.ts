/**
 * The desk's messages: English for reviewers, and the applicant's language for the preview of a query. A language that
 * is not complete falls back to English.
 */
import { createIntl, type IntlShape, type MessageFormatElement } from 'react-intl';
import applicant from '../../locales/en/app.json?messages=applicant';
import consumer from '../../locales/en/app.json?messages=consumer';
import document from '../../locales/en/app.json?messages=document';
import first from '../../locales/en/app.json?messages=first';
import query from '../../locales/en/app.json?messages=query';
import secondary from '../../locales/en/app.json?messages=secondary';
import review from '../../locales/en/app.json?messages=review';
import servicing from '../../locales/en/app.json?messages=servicing';
import status from '../../locales/en/app.json?messages=status';
import student from '../../locales/en/app.json?messages=student';
import { intlLocale, type LanguageCode, languages } from '../../locales/languages.ts';
import { withMessageTrace } from '../message-trace.ts';

type Messages = Record<string, MessageFormatElement[]>;
type Catalogues = Record<string, () => Promise<Messages>>;

const english: Messages = {
  ...first,
  ...secondary,
  ...query,
  ...student,
  ...applicant,
  ...consumer,
  ...status,
  ...document,
  ...servicing,
  ...review,
};

/** The namespaces that an applicant sees in query mode. */
const applicantCatalogues: Catalogues[] = [
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=first',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=query',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=secondary',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=student',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=applicant',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=consumer',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?messages=document',
    import: 'default',
  }),
];

const createLanguageIntl = (language: LanguageCode, ...messages: Messages[]): IntlShape => {
  const intl = createIntl({
    locale: intlLocale(language),
    timeZone: 'Asia/Kolkata',
    messages: Object.assign({}, ...messages),
    onError: reportMissingMessage,
  });
  return __TRACE_MESSAGES__ ? withMessageTrace(intl) : intl;
};

/** The reviewer's messages, in English. */
export const deskIntl: IntlShape = createLanguageIntl('en', english);

/** The messages of an applicant; English where their language cannot be loaded. */
export async function loadApplicantIntl(language: LanguageCode): Promise<IntlShape> {
  const file = `../../locales/${language}/app.json`;
  const loads = languages[language].isComplete
    ? applicantCatalogues.flatMap((catalogue) => catalogue[file] ?? [])
    : [];
  if (loads.length === 0) return deskIntl;
  const messages = await Promise.all(loads.map((load) => load())).catch(() => null);
  return messages ? createLanguageIntl(language, english, ...messages) : deskIntl;
}

/** A missing message shows its id; that is a bug, which development builds and tests log. */
function reportMissingMessage(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) console.error(error);
}

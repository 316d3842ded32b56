/**
 * The desk's messages: English for reviewers, and the applicant's language for the preview of a query. A language that
 * is not complete falls back to English.
 */
import { createIntl, type IntlShape } from 'react-intl';
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
import type { Namespace } from '../../locales/index.ts';
import { intlLocale, type LanguageCode, languages } from '../../locales/languages.ts';
import { fetchMessages, type Messages } from '../message-files.ts';
import { withMessageTrace } from '../message-trace.ts';

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
const applicantNamespaces = [
  'first',
  'query',
  'secondary',
  'student',
  'applicant',
  'consumer',
  'document',
] as const satisfies Namespace[];

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
  if (language === 'en' || !languages[language].isComplete) return deskIntl;
  const messages = await Promise.all(
    applicantNamespaces.map((namespace) => fetchMessages(language, namespace)),
  ).catch(() => null);
  return messages ? createLanguageIntl(language, english, ...messages) : deskIntl;
}

/** A missing message shows its id; that is a bug, which development builds and tests log. */
function reportMissingMessage(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) console.error(error);
}

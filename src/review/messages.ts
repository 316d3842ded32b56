/**
 * The desk's messages: the reviewer's language for the desk, and the applicant's for the preview of a query. English
 * comes with the page; of another language each namespace is fetched.
 */
import { createIntl, type IntlShape } from 'react-intl';
import applicant from '../../locales/en/app.json?namespace=applicant&messages';
import consumer from '../../locales/en/app.json?namespace=consumer&messages';
import document from '../../locales/en/app.json?namespace=document&messages';
import first from '../../locales/en/app.json?namespace=first&messages';
import query from '../../locales/en/app.json?namespace=query&messages';
import secondary from '../../locales/en/app.json?namespace=secondary&messages';
import review from '../../locales/en/app.json?namespace=review&messages';
import servicing from '../../locales/en/app.json?namespace=servicing&messages';
import status from '../../locales/en/app.json?namespace=status&messages';
import student from '../../locales/en/app.json?namespace=student&messages';
import { type Namespace, intlLocale, type LanguageCode, languages } from '../../locales/index.ts';
import { addMessages } from '../i18n/i18n.tsx';
import { fetchMessages, type Messages } from '../i18n/message-files.ts';
import { withMessageTrace } from '../i18n/message-trace.ts';

const english = {
  first,
  secondary,
  query,
  student,
  applicant,
  consumer,
  status,
  document,
  servicing,
  review,
} satisfies Partial<Record<Namespace, Messages>>;

/** The namespaces that the desk begins with. */
export const namespaces = Object.keys(english) as (keyof typeof english)[];

/** Adds the English messages, which need not be fetched; call it before the language is loaded. */
export function addDeskMessages(): void {
  for (const namespace of namespaces) addMessages('en', namespace, english[namespace]);
}

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

/** The messages of an applicant in English. */
export const applicantEnglishIntl: IntlShape = createLanguageIntl('en', ...Object.values(english));

/** The messages of an applicant; English where their language cannot be loaded. */
export async function loadApplicantIntl(language: LanguageCode): Promise<IntlShape> {
  if (language === 'en' || !languages[language].isComplete) return applicantEnglishIntl;
  const messages = await Promise.all(
    applicantNamespaces.map((namespace) => fetchMessages(language, namespace)),
  ).catch(() => null);
  return messages
    ? createLanguageIntl(language, ...Object.values(english), ...messages)
    : applicantEnglishIntl;
}

/** A missing message shows its id; that is a bug, which development builds and tests log. */
function reportMissingMessage(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) console.error(error);
}

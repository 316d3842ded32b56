/**
 * The desk's words: English for who works here, and an applicant's language where it shows what they will read.
 * Where that language is not complete yet, its applicants read English too.
 */
import { createIntl, type IntlShape, type MessageFormatElement } from 'react-intl';
import applicant from '../../locales/en/app.json?words=applicant';
import document from '../../locales/en/app.json?words=document';
import first from '../../locales/en/app.json?words=first';
import query from '../../locales/en/app.json?words=query';
import rare from '../../locales/en/app.json?words=rare';
import review from '../../locales/en/app.json?words=review';
import status from '../../locales/en/app.json?words=status';
import student from '../../locales/en/app.json?words=student';
import { intlLocale, type LanguageCode, languages } from '../../locales/languages.ts';
import { withMessageTrace } from '../message-trace.ts';

type Messages = Record<string, MessageFormatElement[]>;
type Catalogues = Record<string, () => Promise<Messages>>;

const english: Messages = {
  ...first,
  ...rare,
  ...query,
  ...student,
  ...applicant,
  ...status,
  ...document,
  ...review,
};

/** What an applicant reads of an application that was sent back. */
const applicantCatalogues: Catalogues[] = [
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=first',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=query',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=rare',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=student',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=applicant',
    import: 'default',
  }),
  import.meta.glob<Messages>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=document',
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

/** The reviewer's words. */
export const deskIntl: IntlShape = createLanguageIntl('en', english);

/** The words of an applicant; English where theirs cannot be had. */
export async function loadApplicantIntl(language: LanguageCode): Promise<IntlShape> {
  const file = `../../locales/${language}/app.json`;
  const loads = languages[language].isComplete ? applicantCatalogues.flatMap((area) => area[file] ?? []) : [];
  if (loads.length === 0) return deskIntl;
  const areas = await Promise.all(loads.map((load) => load())).catch(() => null);
  return areas ? createLanguageIntl(language, english, ...areas) : deskIntl;
}

/** A missing message shows its id; that is a bug, which development builds and tests log. */
function reportMissingMessage(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) console.error(error);
}

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
import { traced } from '../trace.ts';

type Words = Record<string, MessageFormatElement[]>;
type Catalogues = Record<string, () => Promise<Words>>;

const english: Words = {
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
const theirs: Catalogues[] = [
  import.meta.glob<Words>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=first',
    import: 'default',
  }),
  import.meta.glob<Words>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=query',
    import: 'default',
  }),
  import.meta.glob<Words>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=rare',
    import: 'default',
  }),
  import.meta.glob<Words>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=student',
    import: 'default',
  }),
  import.meta.glob<Words>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=applicant',
    import: 'default',
  }),
  import.meta.glob<Words>(['../../locales/*/app.json', '!../../locales/en/app.json'], {
    query: '?words=document',
    import: 'default',
  }),
];

const wordsIn = (language: LanguageCode, ...messages: Words[]): IntlShape => {
  const intl = createIntl({
    locale: intlLocale(language),
    timeZone: 'Asia/Kolkata',
    messages: Object.assign({}, ...messages),
    onError: complain,
  });
  return __TRACE_MESSAGES__ ? traced(intl) : intl;
};

/** The reviewer's words. */
export const deskWords: IntlShape = wordsIn('en', english);

/** The words of an applicant; English where theirs cannot be had. */
export async function wordsOf(language: LanguageCode): Promise<IntlShape> {
  const file = `../../locales/${language}/app.json`;
  const loads = languages[language].isComplete ? theirs.flatMap((area) => area[file] ?? []) : [];
  if (loads.length === 0) return deskWords;
  const areas = await Promise.all(loads.map((load) => load())).catch(() => null);
  return areas ? wordsIn(language, english, ...areas) : deskWords;
}

/** A missing word shows its id; it is a bug that development and tests hear about. */
function complain(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) console.error(error);
}

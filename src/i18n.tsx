/**
 * The language people read, and the words they read in it. English of the first screen comes with the app; every
 * other language and area is a chunk of its own, fetched when it is near. Nothing here touches `window` on import.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import { createIntl, type IntlShape, type MessageFormatElement, RawIntlProvider } from 'react-intl';
import english from '../locales/en/app.json?words=first';
import type { Area } from '../locales/index.ts';
import {
  intlLocale,
  languageAttributes,
  type LanguageCode,
  languageCodes,
  languageOfStored,
  languageOfTag,
  languages,
} from '../locales/languages.ts';
import { traced } from './trace.ts';

type Words = Record<string, MessageFormatElement[]>;
type Catalogues = Record<string, () => Promise<Words>>;

const catalogues: Record<Area, Catalogues> = {
  first: import.meta.glob<Words>(['../locales/*/app.json', '!../locales/en/app.json'], {
    query: '?words=first',
    import: 'default',
  }),
  rare: import.meta.glob<Words>('../locales/*/app.json', { query: '?words=rare', import: 'default' }),
  query: import.meta.glob<Words>('../locales/*/app.json', { query: '?words=query', import: 'default' }),
  student: import.meta.glob<Words>('../locales/*/app.json', { query: '?words=student', import: 'default' }),
  applicant: import.meta.glob<Words>('../locales/*/app.json', {
    query: '?words=applicant',
    import: 'default',
  }),
  status: import.meta.glob<Words>('../locales/*/app.json', { query: '?words=status', import: 'default' }),
  document: import.meta.glob<Words>('../locales/*/app.json', { query: '?words=document', import: 'default' }),
  // The desk brings its own.
  review: {},
};

export type Language = { code: LanguageCode; tag: string; name: string };

/** The languages that are complete, in the chooser's order. */
export const offered: readonly Language[] = languageCodes
  .filter((code) => languages[code].isComplete)
  .map((code) => ({ code, ...languages[code] }));

const storageKey = 'language';
const held = new Map<string, Words>([[keyOf('en', 'first'), english]]);
const wanted = new Set<Area>(['first']);
const listeners = new Set<() => void>();

let shown: { language: LanguageCode; words: string; intl: IntlShape } = wordsShown('en');
let latestTurn = 0;

/**
 * Takes the stored language, else the browser's preferred one of ours, else English; await it before the first
 * render. Where that language's words cannot be fetched, the first screen is English.
 */
export async function startWords(): Promise<void> {
  const language = storedLanguage() ?? preferredLanguage() ?? 'en';
  await turnTo(language).catch(() => show('en'));
}

/**
 * Fetches the words of `area`, for a route's loader or ahead of a dialog; resolves once they can be shown.
 * @throws where the chunk cannot be fetched; a later call tries again
 */
export async function loadWords(area: Area): Promise<void> {
  wanted.add(area);
  while (!held.has(keyOf(shown.language, area))) await fetchWords(shown.language, area);
  show(shown.language);
}

/** The current language, those on offer, and the way to another (it rejects where its words cannot be fetched). */
export function useLanguage(): {
  language: LanguageCode;
  languages: readonly Language[];
  change: (language: LanguageCode) => Promise<void>;
} {
  const { language } = useShown();
  return { language, languages: offered, change: changeLanguage };
}

/** Gives the words to everything below it. */
export function WordsProvider({ children }: { children: ReactNode }) {
  const { intl } = useShown();
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

async function changeLanguage(language: LanguageCode): Promise<void> {
  await turnTo(language);
  store(language);
}

/** Everything wanted so far is there in the new language before any of it shows; the latest wish wins. */
async function turnTo(language: LanguageCode): Promise<void> {
  latestTurn += 1;
  const turn = latestTurn;
  for (let missing = missingOf(language); missing.length > 0; missing = missingOf(language)) {
    await Promise.all(missing.map((area) => fetchWords(language, area)));
  }
  if (turn === latestTurn) show(language);
}

function missingOf(language: LanguageCode): Area[] {
  return [...wanted].filter((area) => !held.has(keyOf(language, area)));
}

async function fetchWords(language: LanguageCode, area: Area): Promise<void> {
  const words = await catalogues[area][fileOf(language)]?.();
  if (!words) throw new Error(`No catalogue '${language}'`);
  held.set(keyOf(language, area), words);
}

function show(language: LanguageCode): void {
  const next = wordsShown(language);
  if (typeof document !== 'undefined') markLanguage(document.documentElement, language);
  if (next.words === shown.words) return;
  shown = next;
  for (const listener of listeners) listener();
}

function markLanguage(element: HTMLElement, language: LanguageCode): void {
  for (const [name, value] of Object.entries(languageAttributes(language))) element.setAttribute(name, value);
}

function wordsShown(language: LanguageCode): typeof shown {
  const keys = [...wanted].map((area) => keyOf(language, area)).filter((key) => held.has(key));
  const intl = createIntl({
    locale: intlLocale(language),
    timeZone: 'Asia/Kolkata',
    messages: Object.assign({}, ...keys.map((key) => held.get(key))),
    onError: complain,
  });
  return { language, words: keys.join(' '), intl: __TRACE_MESSAGES__ ? traced(intl) : intl };
}

/** A missing word shows its id; it is a bug that development and tests hear about. */
function complain(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) console.error(error);
}

function useShown(): typeof shown {
  const now = () => shown;
  return useSyncExternalStore(subscribe, now, now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Storage may be refused, in a third party's frame for one. */
function storedLanguage(): LanguageCode | undefined {
  try {
    return onOffer(languageOfStored(localStorage.getItem(storageKey) ?? ''));
  } catch {
    return undefined;
  }
}

function store(language: LanguageCode): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // The choice then lasts as long as the page.
  }
}

function preferredLanguage(): LanguageCode | undefined {
  for (const tag of navigator.languages) {
    const language = onOffer(languageOfTag(tag));
    if (language) return language;
  }
  return undefined;
}

function onOffer(language: LanguageCode | undefined): LanguageCode | undefined {
  return offered.some(({ code }) => code === language) ? language : undefined;
}

function fileOf(language: LanguageCode): string {
  return `../locales/${language}/app.json`;
}

function keyOf(language: LanguageCode, area: Area): string {
  return `${language}/${area}`;
}

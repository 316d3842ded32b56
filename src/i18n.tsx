/**
 * The language people read, and the words they read in it. English of the first screen comes with the app; every
 * other language and area is a chunk of its own, fetched when it is near. Nothing here touches `window` on import.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import { createIntl, type IntlShape, type MessageFormatElement, RawIntlProvider } from 'react-intl';
import english from '../locales/en/app.json?words=first';
import type { Namespace } from '../locales/index.ts';
import {
  intlLocale,
  languageAttributes,
  type LanguageCode,
  languageCodes,
  languageOfStored,
  languageOfTag,
  languages,
} from '../locales/languages.ts';
import { withMessageTrace } from './message-trace.ts';

type Messages = Record<string, MessageFormatElement[]>;
type Catalogues = Record<string, () => Promise<Messages>>;

const catalogues: Record<Namespace, Catalogues> = {
  first: import.meta.glob<Messages>(['../locales/*/app.json', '!../locales/en/app.json'], {
    query: '?words=first',
    import: 'default',
  }),
  rare: import.meta.glob<Messages>('../locales/*/app.json', { query: '?words=rare', import: 'default' }),
  query: import.meta.glob<Messages>('../locales/*/app.json', { query: '?words=query', import: 'default' }),
  student: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?words=student',
    import: 'default',
  }),
  applicant: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?words=applicant',
    import: 'default',
  }),
  status: import.meta.glob<Messages>('../locales/*/app.json', { query: '?words=status', import: 'default' }),
  document: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?words=document',
    import: 'default',
  }),
  // The desk brings its own.
  review: {},
};

export type Language = { code: LanguageCode; tag: string; name: string };

/** The languages that are complete, in the chooser's order. */
export const offeredLanguages: readonly Language[] = languageCodes
  .filter((code) => languages[code].isComplete)
  .map((code) => ({ code, ...languages[code] }));

const storageKey = 'language';
const loadedMessages = new Map<string, Messages>([[keyOf('en', 'first'), english]]);
const requestedNamespaces = new Set<Namespace>(['first']);
const listeners = new Set<() => void>();

let shown: { language: LanguageCode; words: string; intl: IntlShape } = createShown('en');
let latestSwitch = 0;

/**
 * Takes the stored language, else the browser's preferred one of ours, else English; await it before the first
 * render. Where that language's words cannot be fetched, the first screen is English.
 */
export async function loadInitialLanguage(): Promise<void> {
  const language = storedLanguage() ?? preferredLanguage() ?? 'en';
  await switchLanguage(language).catch(() => show('en'));
}

/**
 * Fetches the words of `area`, for a route's loader or ahead of a dialog; resolves once they can be shown.
 * @throws where the chunk cannot be fetched; a later call tries again
 */
export async function loadMessages(area: Namespace): Promise<void> {
  requestedNamespaces.add(area);
  while (!loadedMessages.has(keyOf(shown.language, area))) await fetchMessages(shown.language, area);
  show(shown.language);
}

/** The current language, those on offer, and the way to another (it rejects where its words cannot be fetched). */
export function useLanguage(): {
  language: LanguageCode;
  languages: readonly Language[];
  change: (language: LanguageCode) => Promise<void>;
} {
  const { language } = useShown();
  return { language, languages: offeredLanguages, change: changeLanguage };
}

/** Gives the words to everything below it. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const { intl } = useShown();
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

async function changeLanguage(language: LanguageCode): Promise<void> {
  await switchLanguage(language);
  store(language);
}

/** Loads every requested namespace before switching, so that no screen mixes languages; the latest switch wins. */
async function switchLanguage(language: LanguageCode): Promise<void> {
  latestSwitch += 1;
  const turn = latestSwitch;
  for (let missing = missingNamespaces(language); missing.length > 0; missing = missingNamespaces(language)) {
    await Promise.all(missing.map((area) => fetchMessages(language, area)));
  }
  if (turn === latestSwitch) show(language);
}

function missingNamespaces(language: LanguageCode): Namespace[] {
  return [...requestedNamespaces].filter((area) => !loadedMessages.has(keyOf(language, area)));
}

async function fetchMessages(language: LanguageCode, area: Namespace): Promise<void> {
  const words = await catalogues[area][fileOf(language)]?.();
  if (!words) throw new Error(`No catalogue '${language}'`);
  loadedMessages.set(keyOf(language, area), words);
}

function show(language: LanguageCode): void {
  const next = createShown(language);
  if (typeof document !== 'undefined') markLanguage(document.documentElement, language);
  if (next.words === shown.words) return;
  shown = next;
  for (const listener of listeners) listener();
}

function markLanguage(element: HTMLElement, language: LanguageCode): void {
  for (const [name, value] of Object.entries(languageAttributes(language))) element.setAttribute(name, value);
}

function createShown(language: LanguageCode): typeof shown {
  const keys = [...requestedNamespaces]
    .map((area) => keyOf(language, area))
    .filter((key) => loadedMessages.has(key));
  const intl = createIntl({
    locale: intlLocale(language),
    timeZone: 'Asia/Kolkata',
    messages: Object.assign({}, ...keys.map((key) => loadedMessages.get(key))),
    onError: reportMissingMessage,
  });
  return { language, words: keys.join(' '), intl: __TRACE_MESSAGES__ ? withMessageTrace(intl) : intl };
}

/** A missing message shows its id; that is a bug, which development builds and tests log. */
function reportMissingMessage(error: Error): void {
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
    return ifOffered(languageOfStored(localStorage.getItem(storageKey) ?? ''));
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
    const language = ifOffered(languageOfTag(tag));
    if (language) return language;
  }
  return undefined;
}

function ifOffered(language: LanguageCode | undefined): LanguageCode | undefined {
  return offeredLanguages.some(({ code }) => code === language) ? language : undefined;
}

function fileOf(language: LanguageCode): string {
  return `../locales/${language}/app.json`;
}

function keyOf(language: LanguageCode, area: Namespace): string {
  return `${language}/${area}`;
}

/**
 * The current language and its messages. English of the first screen is part of the app; every other language and
 * namespace is a separate file, fetched ahead of its screen. Importing this module does not touch `window`.
 */
import { type ReactNode, use, useSyncExternalStore, type ComponentProps } from 'react';
import {
  createIntl,
  type IntlShape,
  InvalidConfigError,
  RawIntlProvider,
  FormattedMessage,
} from 'react-intl';
import { IntlMessageFormat } from 'intl-messageformat';
import english from '../../locales/en/app.json?namespace=first&messages';
import {
  type Namespace,
  intlLocale,
  languageAttributes,
  type LanguageCode,
  languageCodes,
  languageOfStored,
  languageOfTag,
  languages,
} from '../../locales/index.ts';
import { withIndianDates } from './indian-dates.ts';
import { fetchMessages, type Messages } from './message-files.ts';
import { withMessageTrace } from './message-trace.ts';

export type Language = { code: LanguageCode; tag: string; name: string };

/** The languages that are complete, in the chooser's order. */
export const offeredLanguages: readonly Language[] = languageCodes
  .filter((code) => languages[code].isComplete)
  .map((code) => ({ code, ...languages[code] }));

const storageKey = 'language';
const loadedMessages = new Map<string, Messages>([
  [keyOf('en', 'first'), english],
  // Places are stored by their English names (decision 7).
  [keyOf('en', 'places'), {}],
]);
const loadingFiles = new Map<string, Promise<Messages>>();
const requestedNamespaces = new Set<Namespace>(['first']);
/** The same promise at each rendering, as React's `use` requires. */
const awaitedNamespaces = new Map<Namespace, Promise<void>>();
const listeners = new Set<() => void>();

// The library asks which locales the browser has, once in `createIntl` and once here, and uses the answer for diagnostics
// alone. A browser lists them all for it: a fifth of what the first screen's script takes.
IntlMessageFormat.resolveLocale = () => undefined;

let shown: { language: LanguageCode; loaded: string; intl: IntlShape } = createShown('en');
let latestSwitch = 0;

/**
 * Takes the stored language, which the person has chosen, else that of the address, else the browser's preferred one of
 * ours, else English; await it before the first render. If that language's messages cannot be fetched, the first screen
 * is English until they have arrived.
 *
 * @param inAddress the code that the page's address names; any text
 * @param needed the namespaces of the first screen that are no part of the app; it tries again until they are loaded
 */
export async function loadInitialLanguage(
  inAddress: string | null = null,
  needed: readonly Namespace[] = [],
): Promise<void> {
  for (const namespace of needed) requestedNamespaces.add(namespace);
  const language =
    storedLanguage() ?? ifOffered(languageOfStored(inAddress ?? '')) ?? preferredLanguage() ?? 'en';
  await switchLanguage(language).catch(() => {
    show('en');
    if (language !== 'en') void switchLater(language, latestSwitch);
  });
  await Promise.all(needed.map(loadUntilThere));
}

/** Takes messages that need not be fetched. */
export function addMessages(language: LanguageCode, namespace: Namespace, messages: Messages): void {
  loadedMessages.set(keyOf(language, namespace), messages);
}

/**
 * Fetches the messages of `namespace`, for a route's loader or ahead of a dialog; resolves once they can be shown.
 * @throws if the file cannot be fetched; a later call tries again
 */
export async function loadMessages(namespace: Namespace): Promise<void> {
  requestedNamespaces.add(namespace);
  while (!loadedMessages.has(keyOf(shown.language, namespace))) await loadFile(shown.language, namespace);
  show(shown.language);
}

/**
 * Suspends until the messages of the namespaces can be shown. It tries again if they cannot be fetched: a lost
 * connection must not break the page around hidden content.
 */
export function useMessages(...namespaces: Namespace[]): void {
  const isThere = (one: Namespace) =>
    requestedNamespaces.has(one) && loadedMessages.has(keyOf(shown.language, one));
  // They are fetched at once: the first that is awaited suspends. Awaited ones are passed to `use` at each later
  // rendering too, since React calls the component again after the wait and asks for the same promises.
  const awaited = namespaces.filter((one) => awaitedNamespaces.has(one) || !isThere(one));
  for (const loading of awaited.map(loadForRendering)) use(loading);
}

function loadForRendering(namespace: Namespace): Promise<void> {
  const loading = awaitedNamespaces.get(namespace) ?? loadUntilThere(namespace);
  awaitedNamespaces.set(namespace, loading);
  return loading;
}

const retryMs = 3000;

async function loadUntilThere(namespace: Namespace): Promise<void> {
  try {
    await loadMessages(namespace);
  } catch {
    await beforeRetry();
    await loadUntilThere(namespace);
  }
}

const beforeRetry = () => new Promise((over) => setTimeout(over, retryMs));

/** Tries again until the language is shown or another one was chosen. @param failed the number of the failed switch */
async function switchLater(language: LanguageCode, failed: number): Promise<void> {
  await beforeRetry();
  if (failed !== latestSwitch) return;
  const switching = switchLanguage(language);
  const retry = latestSwitch;
  await switching.catch(() => switchLater(language, retry));
}

/** Returns the current language, those on offer, and a function to change it, which rejects if it cannot be loaded. */
export function useLanguage(): {
  language: LanguageCode;
  languages: readonly Language[];
  change: (language: LanguageCode) => Promise<void>;
} {
  const { language } = useShown();
  return { language, languages: offeredLanguages, change: changeLanguage };
}

/** Provides the messages of the current language. */
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
  const id = latestSwitch;
  for (let missing = missingNamespaces(language); missing.length > 0; missing = missingNamespaces(language)) {
    await Promise.all(missing.map((namespace) => loadFile(language, namespace)));
  }
  if (id === latestSwitch) show(language);
}

function missingNamespaces(language: LanguageCode): Namespace[] {
  return [...requestedNamespaces].filter((namespace) => !loadedMessages.has(keyOf(language, namespace)));
}

/** Fetches messages of namespaces in any language, the app's or not. @throws if a file cannot be fetched */
export async function loadIntl(language: LanguageCode): Promise<IntlShape> {
  await Promise.all(missingNamespaces(language).map((namespace) => loadFile(language, namespace)));
  return createShown(language).intl;
}

/** Loads a file, unless a request for it is pending. */
async function loadFile(language: LanguageCode, namespace: Namespace): Promise<void> {
  const key = keyOf(language, namespace);
  const loading = loadingFiles.get(key) ?? fetchMessages(language, namespace);
  loadingFiles.set(key, loading);
  try {
    loadedMessages.set(key, await loading);
  } finally {
    loadingFiles.delete(key);
  }
}

function show(language: LanguageCode): void {
  if (typeof document !== 'undefined') markLanguage(document.documentElement, language);
  if (loadedKeys(language).join(' ') === shown.loaded) return;
  shown = createShown(language);
  for (const listener of listeners) listener();
}

function markLanguage(element: HTMLElement, language: LanguageCode): void {
  for (const [name, value] of Object.entries(languageAttributes(language))) element.setAttribute(name, value);
}

function createShown(language: LanguageCode): typeof shown {
  const keys = loadedKeys(language);
  const created = createIntl({
    // The default locale is used, as createIntl does not check the support of that one.
    locale: '',
    defaultLocale: intlLocale(language),
    timeZone: 'Asia/Kolkata',
    messages: Object.assign({}, ...keys.map((key) => loadedMessages.get(key))),
    onError: reportMissingMessage,
  });
  const intl = withIndianDates(created);
  return { language, loaded: keys.join(' '), intl: __TRACE_MESSAGES__ ? withMessageTrace(intl) : intl };
}

function loadedKeys(language: LanguageCode): string[] {
  return [...requestedNamespaces]
    .map((namespace) => keyOf(language, namespace))
    .filter((key) => loadedMessages.has(key));
}

/** Logs a missing message in development builds and tests; its id is shown. */
function reportMissingMessage(error: Error): void {
  if (import.meta.env.DEV || __TRACE_MESSAGES__) {
    // The locale is left to the default one.
    if (!(error instanceof InvalidConfigError)) console.error(error);
  }
}

function useShown(): typeof shown {
  const now = () => shown;
  return useSyncExternalStore(subscribe, now, now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the stored language; a browser may refuse storage, for example in a third party's frame. */
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
    // The choice lasts until the page is closed if there is no storage.
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

function keyOf(language: LanguageCode, namespace: Namespace): string {
  return `${language}/${namespace}`;
}

type Message = ComponentProps<typeof FormattedMessage>;

/** Shows a message in the reader's language: `t('app.tryAgain')`. `useIntl` returns messages as strings. */
export function t(id: NonNullable<Message['id']>, values: NonNullable<Message['values']> = {}) {
  return <FormattedMessage id={id} values={values} />;
}

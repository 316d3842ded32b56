/** The pages with the first screen rendered, which the build writes (scripts/prerender.ts), and which of them a caller gets. */
import { type LanguageCode, languageCodes, languageOfStored, languageOfTag } from '../locales/languages.ts';

/** In place of the support phone, which the build does not know. */
export const supportPhonePlaceholder = '+00 0000 000 000';

export type FirstScreenName = 'create' | 'signIn' | 'deskSignIn';

interface FirstScreenRow {
  /** The page of the built app that the screen comes with. */
  page: `/${string}.html`;
  /** Whether there is another for test loans. */
  hasTest: boolean;
}

/** The screens that the build renders. */
export const firstScreens: Readonly<Record<FirstScreenName, FirstScreenRow>> = {
  create: { page: '/index.html', hasTest: true },
  signIn: { page: '/account.html', hasTest: false },
  deskSignIn: { page: '/review.html', hasTest: false },
};

/** The path of the page in the built app. */
export function firstScreenPath(name: FirstScreenName, language: LanguageCode, test = false): string {
  return `/first-screen/${name}-${language}${test ? '-test' : ''}.html`;
}

/** All of them, where the app is built and the language is offered. */
export const firstScreenPaths: readonly string[] = (Object.keys(firstScreens) as FirstScreenName[]).flatMap(
  (name) =>
    (firstScreens[name].hasTest ? [false, true] : [false]).flatMap((test) =>
      languageCodes.map((language) => firstScreenPath(name, language, test)),
    ),
);

/** The page with the support phone in it, as it is shown and as links have it. */
export function withSupportPhone(html: string, supportPhone: string): string {
  return html
    .replaceAll(supportPhonePlaceholder, supportPhone)
    .replaceAll(supportPhonePlaceholder.replace(/[^+\d]/g, ''), supportPhone.replace(/[^+\d]/g, ''));
}

/**
 * The language that the app will be shown in, as far as the server can know: what a person has chosen is in the browser
 * alone.
 * @param inAddress the code that the page's address names; any text
 * @param accepted the header Accept-Language
 */
export function firstScreenLanguage(
  inAddress: string | undefined,
  accepted: string | undefined,
  isOffered: (language: LanguageCode) => boolean,
): LanguageCode {
  const tags = (accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
  const wanted = [languageOfStored(inAddress ?? ''), ...tags.map(languageOfTag)];
  return wanted.find((language) => language !== undefined && isOffered(language)) ?? 'en';
}

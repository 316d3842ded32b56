/** The pages with the first screen rendered, which the build writes (scripts/prerender.ts), and which of them a caller gets. */
import { type LanguageCode, languageCodes, languageOfStored, languageOfTag } from '../../locales/index.ts';

/** The placeholder for the support's contact data, which the build does not know. */
export const supportPlaceholder = { phone: '+00 0000 000 000', email: 'support@placeholder.invalid' };

export type FirstScreenName = 'create' | 'signIn' | 'deskSignIn';

interface FirstScreenRow {
  /** The page of the built app that the screen comes with. */
  page: `/${string}.html`;
  /** True if test loans have a separate page. */
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

/** The paths of all pages; they exist once the app is built and the language is offered. */
export const firstScreenPaths: readonly string[] = (Object.keys(firstScreens) as FirstScreenName[]).flatMap(
  (name) =>
    (firstScreens[name].hasTest ? [false, true] : [false]).flatMap((test) =>
      languageCodes.map((language) => firstScreenPath(name, language, test)),
    ),
);

/** The page with how the support is reached in it, as it is shown and as links have it. @param support escaped */
export function withSupport(html: string, { phone, email }: typeof supportPlaceholder): string {
  const dialled = (text: string) => text.replace(/[^+\d]/g, '');
  return html
    .replaceAll(supportPlaceholder.phone, phone)
    .replaceAll(dialled(supportPlaceholder.phone), dialled(phone))
    .replaceAll(supportPlaceholder.email, email);
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

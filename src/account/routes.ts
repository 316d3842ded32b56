/** The screen of each page of the consumer app: fetched with its messages when the page is opened. */
import type { FunctionComponent } from 'react';
import type { AccountPageName } from '../../domain/pages/account-pages.ts';
import type { Namespace } from '../../locales/index.ts';
import AfterSignIn from './sign-in/screen.tsx';

export interface AccountScreen {
  load: () => Promise<{ default: FunctionComponent }>;
  /** The messages of the screen besides those of every page. */
  namespaces?: readonly Namespace[];
}

export const screens: Readonly<Record<AccountPageName, AccountScreen>> = {
  home: { load: () => import('./home/screen.tsx') },
  faq: { load: () => import('./faq/screen.tsx'), namespaces: ['faq'] },
  howToApply: { load: () => import('./how-to-apply/screen.tsx'), namespaces: ['howToApply'] },
  partner: { load: () => import('./partner/screen.tsx'), namespaces: ['partner'] },
  // It comes with the page: without a session the sign-in itself is shown in its place.
  signIn: { load: () => Promise.resolve({ default: AfterSignIn }) },
  contact: {
    load: () => import('./contact/screen.tsx'),
    namespaces: ['contact', 'grievance', 'secondary'],
  },
  grievance: { load: () => import('./grievance/screen.tsx'), namespaces: ['grievance'] },
  comingSoon: { load: () => import('./coming-soon/screen.tsx'), namespaces: ['comingSoon'] },
  institutions: { load: () => import('./institutions/search-screen.tsx'), namespaces: ['institution'] },
  institution: {
    load: () => import('./institutions/detail-screen.tsx'),
    namespaces: ['institution', 'status'],
  },
  apply: { load: () => import('./institutions/apply-screen.tsx'), namespaces: ['institution'] },
  application: { load: () => import('./application/screen.tsx'), namespaces: ['secondary'] },
  applications: { load: () => import('./applications/screen.tsx') },
  agreements: { load: () => import('./agreements/screen.tsx'), namespaces: ['document'] },
  profile: { load: () => import('./profile/screen.tsx'), namespaces: ['secondary'] },
  documents: { load: () => import('./documents/screen.tsx'), namespaces: ['document'] },
  offers: { load: () => import('./servicing/offers/screen.tsx'), namespaces: ['servicing'] },
  keyFacts: { load: () => import('./servicing/key-facts/screen.tsx'), namespaces: ['servicing'] },
  servicing: { load: () => import('./servicing/steps/screen.tsx'), namespaces: ['servicing'] },
  repayment: { load: () => import('./servicing/repayment/screen.tsx'), namespaces: ['servicing'] },
  consents: { load: () => import('./servicing/consents/screen.tsx'), namespaces: ['servicing'] },
};

/** The terms and the privacy policy. */
export const legalScreen: AccountScreen = {
  load: () => import('./legal/screen.tsx'),
  namespaces: ['document'],
};

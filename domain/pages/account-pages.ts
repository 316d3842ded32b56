/**
 * The pages of the consumer app (decision 4), one row for each address. The router, the navigation and the server's
 * page routes read it; src/account/routes.ts has the screen of each. The terms and the privacy policy have their own
 * table (domain/pages/legal.ts).
 */

import { faqPath } from './faq-answers.ts';
import { grievancePath } from './legal.ts';
import { loanPath, places, steps } from './steps.ts';

interface AccountPage {
  /** The address, as the router writes it. */
  path: '/app' | `/app/${string}`;
  /** The people who see the screen; visitors without a session see the sign-in instead of a customer's screen. */
  access: 'anyone' | 'customer';
}

export const accountPages = {
  /** The dashboard of a customer, and the start page of everybody else. */
  home: { path: '/app', access: 'anyone' },
  signIn: { path: '/app/sign-in', access: 'customer' },
  applications: { path: '/app/applications', access: 'customer' },
  agreements: { path: '/app/agreements', access: 'customer' },
  profile: { path: '/app/profile', access: 'customer' },
  /** Opened by a partner's API key and the loan's token too, so the screen itself asks for a sign-in. */
  documents: { path: '/app/loan/$id/documents', access: 'anyone' },
  /** The offers of all lenders for a loan, to be compared. */
  offers: { path: '/app/loan/$id/offers', access: 'customer' },
  /** The page to accept an offer; `?offer=` names it. */
  keyFacts: { path: '/app/loan/$id/key-facts', access: 'customer' },
  /** The steps from the acceptance to the disbursal. */
  servicing: { path: '/app/loan/$id/servicing', access: 'customer' },
  repayment: { path: '/app/loan/$id/repayment', access: 'customer' },
  consents: { path: '/app/consents', access: 'customer' },
  faq: { path: faqPath, access: 'anyone' },
  howToApply: { path: '/app/how-to-apply', access: 'anyone' },
  institutions: { path: '/app/institutions', access: 'anyone' },
  institution: { path: '/app/institutions/$id', access: 'anyone' },
  /** The start of an application for an institution. */
  apply: { path: '/app/institutions/$id/apply', access: 'customer' },
  /** The wizard at a customer's application; `addressOf` of domain/pages/steps.ts has the address of each step. */
  application: { path: '/app/loan/$id/$step', access: 'customer' },
  /** The page of a partner's members (decision 5). */
  partner: { path: '/app/partner', access: 'customer' },
  /** `?kind=grievance` begins a complaint. */
  contact: { path: '/app/contact', access: 'anyone' },
  /** The explanation of how to complain, and to whom. */
  grievance: { path: grievancePath, access: 'anyone' },
  /** `$id` is one of domain/pages/coming-products.ts. */
  comingSoon: { path: '/app/coming-soon/$id', access: 'anyone' },
} as const satisfies Record<string, AccountPage>;

export type AccountPageName = keyof typeof accountPages;

/** Returns the address of a page; `id` fills the page's parameter. */
export const accountPath = (name: AccountPageName, id = ''): string =>
  accountPages[name].path.replace('$id', encodeURIComponent(id));

const stepNames = places
  .filter((place) => place !== 'create')
  .map((place) => steps[place].path.slice(loanPath.length + 1));

/** Returns the path in Hono's syntax. */
export const serverRoute = (path: string): string =>
  path.replaceAll('$', ':').replace(/:step$/, `:step{${stepNames.join('|')}}`);

/** Returns the loan whose documents a path names; null where it names none. */
export function documentsLoanIdAt(path: string): string | null {
  const [, id] = /^\/app\/loan\/([^/]+)\/documents\/?$/.exec(path) ?? [];
  try {
    return id === undefined ? null : decodeURIComponent(id);
  } catch {
    return null;
  }
}

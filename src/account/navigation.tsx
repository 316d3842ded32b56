/** The navigation of the consumer app: a row of links, which a narrow screen folds into a menu. */
import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { type AccountPageName, accountPath } from '../../domain/pages/account-pages.ts';
import { comingProducts } from '../../domain/pages/coming-products.ts';
import type { MessageId } from '../../locales/index.ts';
import { customerOf } from '../../machines/session.ts';
import { useMediaQuery } from '../hooks/media-query.ts';
import { Button } from '../ui/button.tsx';
import { ChevronIcon } from '../ui/icons.tsx';
import { Menu } from '../ui/menu.tsx';
import { t } from '../i18n/text.tsx';
import { productMessages } from './product-messages.ts';
import { useServices } from './services.ts';
import './navigation.css';

interface NavigationLink {
  page: AccountPageName;
  label: MessageId;
  /** Left out where everybody sees it. */
  only?: 'customers' | 'visitors' | 'partners';
}

/** In the order in which they are shown. */
const links: readonly NavigationLink[] = [
  { page: 'home', label: 'account.navigation.home', only: 'visitors' },
  { page: 'home', label: 'account.navigation.dashboard', only: 'customers' },
  { page: 'applications', label: 'account.navigation.applications', only: 'customers' },
  { page: 'partner', label: 'account.navigation.partner', only: 'partners' },
  { page: 'institutions', label: 'account.navigation.institutions' },
  { page: 'howToApply', label: 'account.navigation.howToApply' },
  { page: 'faq', label: 'account.navigation.faq' },
  { page: 'contact', label: 'account.navigation.contact' },
  { page: 'profile', label: 'account.navigation.profile', only: 'customers' },
  { page: 'signIn', label: 'account.navigation.signIn', only: 'visitors' },
];

/** Those that a wide screen folds away. */
const moreLinks: readonly NavigationLink[] = [
  { page: 'agreements', label: 'account.agreements.title', only: 'customers' },
];

export function Navigation() {
  const isWide = useMediaQuery('(width >= 48rem)');
  const label = useIntl().formatMessage({ id: 'account.navigation.label' });
  const list = (
    <nav aria-label={label}>
      <ul className="navigation-links">
        <NavigationLinks links={links} />
        {isWide ? (
          <li className="navigation-more">
            <Menu icon={<ChevronIcon />} label={t('account.navigation.more')}>
              <ul className="navigation-links">
                <MoreLinks />
              </ul>
            </Menu>
          </li>
        ) : (
          <MoreLinks />
        )}
        <SignOut />
      </ul>
    </nav>
  );
  return isWide ? list : <Menu label={t('account.navigation.menu')}>{list}</Menu>;
}

function NavigationLinks(props: { links: readonly NavigationLink[] }) {
  const { session } = useServices();
  const isSignedIn = useSelector(session, (now) => now.matches('signedIn'));
  const isPartner = useSelector(session, (now) => customerOf(now)?.role === 'partner');
  const isShown = {
    customers: isSignedIn,
    visitors: !isSignedIn,
    partners: isSignedIn && isPartner,
  };
  return props.links
    .filter(({ only }) => !only || isShown[only])
    .map(({ page, label }) => (
      <li key={page}>
        <PageLink href={accountPath(page)}>{t(label)}</PageLink>
      </li>
    ));
}

/** What is seldom opened, and the products that are to come. */
function MoreLinks() {
  return (
    <>
      <NavigationLinks links={moreLinks} />
      {comingProducts.map((product) => (
        <li key={product}>
          <PageLink href={accountPath('comingSoon', product)}>
            {t(productMessages[product])}
            <span className="navigation-mark">{t('account.navigation.comingSoon')}</span>
          </PageLink>
        </li>
      ))}
    </>
  );
}

function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const isCurrent = href === pathname.replace(/\/+$/, '');
  return (
    <a className="navigation-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}

function SignOut() {
  const { session } = useServices();
  const isSignedIn = useSelector(session, (now) => now.matches('signedIn'));
  const isSigningOut = useSelector(session, (now) => now.matches({ signedIn: 'signingOut' }));
  if (!isSignedIn) return null;
  return (
    <li className="navigation-sign-out">
      <Button kind="quiet" busy={isSigningOut} onPress={() => session.send({ type: 'signOut.requested' })}>
        {t('account.navigation.signOut')}
      </Button>
    </li>
  );
}

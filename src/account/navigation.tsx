/** The navigation of the consumer app: a row of links, which a narrow screen folds into a menu. */
import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type AccountPageName, accountPath } from '../../domain/account-pages.ts';
import type { MessageId } from '../../locales/index.ts';
import { useMediaQuery } from '../hooks/media-query.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
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

export function Navigation() {
  const isWide = useMediaQuery('(width >= 48rem)');
  const label = useIntl().formatMessage({ id: 'account.navigation.label' });
  const list = (
    <nav aria-label={label}>
      <NavigationLinks />
    </nav>
  );
  return isWide ? list : <Menu label={<FormattedMessage id="account.navigation.menu" />}>{list}</Menu>;
}

function NavigationLinks() {
  const { session } = useServices();
  const { pathname } = useLocation();
  const isSignedIn = useSelector(session, (now) => now.matches('signedIn'));
  const isSigningOut = useSelector(session, (now) => now.matches({ signedIn: 'signingOut' }));
  const isPartner = useSelector(session, ({ context }) => context.profile?.role === 'partner');
  const isShown = {
    customers: isSignedIn,
    visitors: !isSignedIn,
    partners: isSignedIn && isPartner,
  };
  const shown = links.filter(({ only }) => !only || isShown[only]);
  return (
    <ul className="navigation-links">
      {shown.map(({ page, label }) => {
        const href = accountPath(page);
        return (
          <li key={page}>
            <a
              className="navigation-link"
              href={href}
              aria-current={href === pathname.replace(/\/+$/, '') ? 'page' : undefined}
            >
              <FormattedMessage id={label} />
            </a>
          </li>
        );
      })}
      {isSignedIn && (
        <li className="navigation-sign-out">
          <Button
            kind="quiet"
            busy={isSigningOut}
            onPress={() => session.send({ type: 'signOut.requested' })}
          >
            <FormattedMessage id="account.navigation.signOut" />
          </Button>
        </li>
      )}
    </ul>
  );
}

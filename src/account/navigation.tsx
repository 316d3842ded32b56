/** The navigation of the consumer app: a row of links, which a narrow screen folds into a menu. */
import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type AccountPageName, accountPath } from '../../domain/account-pages.ts';
import type { MessageId } from '../../locales/index.ts';
import { useMediaQuery } from '../hooks/media-query.ts';
import { Button } from '../ui/Button.tsx';
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
  return isWide ? list : <Menu>{list}</Menu>;
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

/** Closes on Escape, and when the focus leaves it. */
function Menu({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    details.current.open = false;
    summary.current?.focus();
  };
  return (
    <details
      className="navigation-menu"
      ref={details}
      onKeyDown={closeOnEscape}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      <summary className="navigation-summary" ref={summary}>
        <MenuIcon />
        <FormattedMessage id="account.navigation.menu" />
      </summary>
      {children}
    </details>
  );
}

const MenuIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 7h16M4 12h16M4 17h16" />
  </svg>
);

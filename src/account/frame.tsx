/** The frame around every screen of the consumer app: the bar with the navigation, what the page is called, the footer. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { accountPath, type AccountPageName } from '../../domain/pages/account-pages.ts';
import { legalPath } from '../../domain/pages/legal.ts';
import type { MessageId } from '../../locales/index.ts';
import { LanguageChooser } from '../i18n/language-chooser.tsx';
import { Frame as PageFrame } from '../shell/frame.tsx';
import { supportLinks } from '../ui/support-links.tsx';
import { MenuBar, Menu } from '../ui/menu.tsx';
import { t } from '../i18n/i18n.tsx';
import { useServices } from './services.ts';
import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { comingProducts } from '../../domain/pages/coming-products.ts';
import { customerOf } from '../../machines/session.ts';
import { useMediaQuery } from '../hooks/media-query.ts';
import { Button } from '../ui/button.tsx';
import { ChevronIcon } from '../ui/icons.tsx';
import { productMessages } from './product-messages.ts';
import './frame.css';
import './navigation.css';

export interface FrameProps {
  title: MessageId;
  /** The heading in place of the title's message, if it contains a value. */
  heading?: ReactNode;
  lead?: MessageId | null;
  /** The steps of an application, on its screens. */
  stepper?: ReactNode;
  /** Marks a test loan (decision 31). */
  isTest?: boolean;
  /** Takes the width of a table. */
  wide?: boolean;
  children: ReactNode;
}

export function Frame({ title, heading, lead, wide = false, ...page }: FrameProps) {
  const { serverContact } = useServices();
  const isReached = useSyncExternalStore(serverContact.subscribe, serverContact.isReached, () => true);
  return (
    <div className={wide ? 'account-wide' : undefined}>
      <PageFrame
        tabTitle={useIntl().formatMessage({ id: title })}
        title={heading ?? t(title)}
        lead={lead && t(lead)}
        isReached={isReached}
        product={(name) => (
          <a className="account-home target" href={accountPath('home')}>
            {name}
          </a>
        )}
        language={
          <MenuBar>
            <Navigation />
            <LanguageChooser />
          </MenuBar>
        }
        footer={<Footer />}
        {...page}
      />
    </div>
  );
}

function Footer() {
  const { support } = useServices();
  return (
    <div className="account-footer">
      <a className="target" href={legalPath('terms')}>
        {t('account.footer.terms')}
      </a>
      <a className="target" href={legalPath('privacy')}>
        {t('app.privacy')}
      </a>
      <a className="target" href={accountPath('grievance')}>
        {t('account.footer.complaints')}
      </a>
      <p className="account-support">{t('app.support', supportLinks(support))}</p>
    </div>
  );
}

/** The frame around the documents of a loan, and around the content in their place. */
export function DocumentsFrame(props: Pick<FrameProps, 'isTest' | 'children'>) {
  return <Frame title="document.title" wide {...props} />;
}

/** The navigation of the consumer app: a row of links, which a narrow screen folds into a menu. */
interface NavigationLink {
  page: AccountPageName;
  label: MessageId;
  /** The only people who see the link; all see it if absent. */
  only?: 'customers' | 'visitors' | 'partners';
}

/** The links in the order in which they are shown. */
const links: readonly NavigationLink[] = [
  { page: 'home', label: 'account.navigation.home', only: 'visitors' },
  { page: 'home', label: 'account.navigation.dashboard', only: 'customers' },
  { page: 'applications', label: 'account.navigation.applications', only: 'customers' },
  { page: 'partner', label: 'account.navigation.partner', only: 'partners' },
  { page: 'institutions', label: 'account.navigation.institutions' },
  { page: 'howToApply', label: 'account.navigation.howToApply' },
  { page: 'faq', label: 'account.navigation.faq' },
  { page: 'signIn', label: 'account.navigation.signIn', only: 'visitors' },
];

/** The links that a wide screen collapses. */
const moreLinks: readonly NavigationLink[] = [
  { page: 'contact', label: 'account.navigation.contact' },
  { page: 'profile', label: 'account.navigation.profile', only: 'customers' },
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

/** Links to rarely used pages, and to future products. */
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
      <SignOut />
    </>
  );
}

function PageLink({ href, children }: { href: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const isCurrent = href === pathname.replace(/\/+$/, '');
  return (
    <a
      className="navigation-link icon-line text-small"
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
    >
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

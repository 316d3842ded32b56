/** The frame around every screen of the desk: the bar with the user menu, the page's title. */
import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type ReactNode, useContext } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { reviewerOf } from '../../machines/session.ts';
import { LanguageChooser } from '../i18n/language-chooser.tsx';
import { pollWhile, useApiQuery } from '../data/query.tsx';
import { useMediaQuery } from '../hooks/media-query.ts';
import { Frame as PageFrame, type FrameProps as PageFrameProps } from '../shell/frame.tsx';
import { Button } from '../ui/button.tsx';
import { Menu, MenuBar } from '../ui/menu.tsx';
import { t } from '../i18n/i18n.tsx';
import { casesPath, conversationsAddress, heldPaymentsPath, passwordPath, queueAddress } from './links.ts';
import { Pill } from '../ui/pill.tsx';
import { BackIcon } from './icons.tsx';
import { QueueContext } from './queue/actor.tsx';
import { useServices } from './services.ts';
import { countText } from './tabs.tsx';
import './frame.css';

export interface FrameProps extends Pick<PageFrameProps, 'lead' | 'banner' | 'children'> {
  /** The title of the browser's tab. */
  title: MessageId;
  titleValues?: Record<string, string>;
  /** The heading of the page: by default the title, false if the content has one. */
  heading?: ReactNode;
  /** A way back, above the title. */
  back?: ReactNode;
  /** The address that the product's name links to; if absent, it is no link. */
  home?: string | undefined;
  /** Has a single form. */
  narrow?: boolean;
}

export function Frame(props: FrameProps) {
  const { title, titleValues, heading = t(title), back, home, narrow = false, ...page } = props;
  const intl = useIntl();
  const isWide = useIsWide();
  const product = (name: string) => (
    <>
      {name}
      <span className="desk-name">{t('review.name')}</span>
    </>
  );
  const homeLink = (href: string) => (name: string) => (
    <a href={href} className="desk-home">
      {product(name)}
    </a>
  );
  return (
    <div className={narrow ? 'desk desk-narrow' : 'desk'}>
      <PageFrame
        product={home ? homeLink(home) : product}
        badge={isWide && <Places />}
        language={
          <MenuBar>
            <UserMenu />
            <LanguageChooser />
          </MenuBar>
        }
        tabTitle={intl.formatMessage({ id: title }, titleValues)}
        stepper={back}
        title={heading}
        {...page}
      />
    </div>
  );
}

/** Leads to the list that a page belongs to. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <p>
    <a href={href} className="desk-back">
      <BackIcon /> {children}
    </a>
  </p>
);

/** Returns whether the screen is wide: a narrower one collapses all but the product's name into a menu. */
export const useIsWide = () => useMediaQuery('(width >= 64rem)');

/** The desk's lists, with what waits in those that are not shown. */
function Places() {
  const intl = useIntl();
  const { session } = useServices();
  const isSignedIn = useSelector(session, (now) => reviewerOf(now) !== null);
  const { pathname } = useLocation();
  const queue = useContext(QueueContext);
  const filters = useSelector(queue ?? undefined, (now) => now?.context.filters) ?? {};
  const { data: waiting } = useApiQuery(
    'countWaiting',
    isSignedIn ? {} : null,
    pollWhile(() => true, 30_000),
  );
  if (!isSignedIn) return null;
  const places = [
    ['review.queue.title', queueAddress(filters), /^\/review(\/|\/applications.*)?$/, undefined],
    [
      'review.conversations.title',
      conversationsAddress({ state: 'open', page: 1 }),
      /^\/review\/messages/,
      waiting?.open_conversations,
    ],
    ['review.heldPayments.title', heldPaymentsPath, /^\/review\/payments/, waiting?.held_payments],
    ['review.cases.title', casesPath, /^\/review\/cases/, waiting?.open_cases],
  ] as const;
  return (
    <nav className="desk-places" aria-label={intl.formatMessage({ id: 'review.name' })}>
      {places.map(([title, href, paths, count = 0]) => {
        const isCurrent = paths.test(pathname);
        return (
          <a key={title} href={href} className="desk-place" aria-current={isCurrent ? 'page' : undefined}>
            {t(title)} {count > 0 && <Pill tone="waiting">{countText(count)}</Pill>}
          </a>
        );
      })}
    </nav>
  );
}

/** Shows the signed-in reviewer and a button to sign out; on a narrow screen also the desk's other links. */
function UserMenu() {
  const { session } = useServices();
  const reviewer = useSelector(session, reviewerOf);
  const isWide = useIsWide();
  const isLeaving = useSelector(session, (now) => now.matches({ signedIn: 'signingOut' }));
  if (!reviewer) return null;
  const items = (
    <span className="user-menu">
      {!isWide && <Places />}
      <span className="user-menu-name">{reviewer.name}</span>
      <a href={passwordPath} className="desk-place">
        {t('review.password.link')}
      </a>
      <Button kind="quiet" busy={isLeaving} onPress={() => session.send({ type: 'signOut.requested' })}>
        {t('review.signOut')}
      </Button>
    </span>
  );
  return isWide ? items : <Menu label={t('review.menu')}>{items}</Menu>;
}

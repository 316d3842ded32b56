/** The frame around every screen of the desk: the bar with the user menu, the page's title. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LanguageChooser } from '../language-chooser.tsx';
import { useMediaQuery } from '../hooks/media-query.ts';
import { useOnline } from '../hooks/online.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuBar } from '../ui/Menu.tsx';
import { Page } from '../ui/Page.tsx';
import { conversationsAddress, heldPaymentsPath, passwordPath } from './address.ts';
import { DeskLink } from './links.tsx';
import { useServices } from './services.ts';
import './frame.css';

export interface FrameProps {
  /** Of the browser's tab, whose history keeps it: nothing of a person. */
  tabTitle: string;
  /** The screen's heading; without it, the screen brings its own. */
  title?: ReactNode;
  lead?: ReactNode;
  /** Where the product's name leads; without it, nowhere. */
  home?: string | undefined;
  banner?: ReactNode;
  children: ReactNode;
}

export function Frame({ tabTitle, title, lead, home, banner, children }: FrameProps) {
  const intl = useIntl();
  const isOnline = useOnline();
  const name = (
    <>
      {intl.formatMessage({ id: 'app.name' })}
      <span className="desk-name">
        <FormattedMessage id="review.name" />
      </span>
    </>
  );
  return (
    <div className="desk">
      <title>{`${tabTitle} · ${intl.formatMessage({ id: 'app.name' })}`}</title>
      <Page
        product={
          home ? (
            <DeskLink href={home} className="desk-home">
              {name}
            </DeskLink>
          ) : (
            name
          )
        }
        skip={<FormattedMessage id="app.skip" />}
        language={
          <MenuBar>
            <UserMenu />
            <LanguageChooser />
          </MenuBar>
        }
        banner={
          (banner || !isOnline) && (
            <>
              {!isOnline && <Banner kind="offline" title={<FormattedMessage id="app.offline.title" />} />}
              {banner}
            </>
          )
        }
        title={title}
        lead={lead}
      >
        {children}
      </Page>
    </div>
  );
}

/** Who is signed in, where else the desk leads, and sign out: a row, which a narrow screen folds into a menu. */
function UserMenu() {
  const { session } = useServices();
  const reviewer = useSelector(session, ({ context }) => context.reviewer);
  const isWide = useMediaQuery('(width >= 48rem)');
  const isLeaving = useSelector(session, (now) => now.matches({ signedIn: 'signingOut' }));
  if (!reviewer) return null;
  const items = (
    <span className="user-menu">
      <DeskLink href={conversationsAddress({ state: 'open', page: 1 })} className="user-menu-link">
        <FormattedMessage id="review.conversations.title" />
      </DeskLink>
      <DeskLink href={heldPaymentsPath} className="user-menu-link">
        <FormattedMessage id="review.heldPayments.title" />
      </DeskLink>
      <span className="user-menu-name">{reviewer.name}</span>
      <DeskLink href={passwordPath} className="user-menu-link">
        <FormattedMessage id="review.password.link" />
      </DeskLink>
      <Button kind="quiet" busy={isLeaving} onPress={() => session.send({ type: 'signOut.requested' })}>
        <FormattedMessage id="review.signOut" />
      </Button>
    </span>
  );
  return isWide ? items : <Menu label={<FormattedMessage id="review.menu" />}>{items}</Menu>;
}

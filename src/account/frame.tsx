/** The frame around every screen of the consumer app: the bar with the navigation, what the page is called, the footer. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { accountPath } from '../../domain/pages/account-pages.ts';
import { legalPath } from '../../domain/pages/legal.ts';
import type { MessageId } from '../../locales/index.ts';
import { LanguageChooser } from '../i18n/language-chooser.tsx';
import { Frame as PageFrame } from '../shell/frame.tsx';
import { supportLinks } from '../ui/support-links.tsx';
import { MenuBar } from '../ui/menu.tsx';
import { t } from '../i18n/text.tsx';
import { Navigation } from './navigation.tsx';
import { useServices } from './services.ts';
import './frame.css';

export interface FrameProps {
  title: MessageId;
  /** In place of the title's message, where the heading has a value in it. */
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
    <div className={wide ? 'account account-wide' : 'account'}>
      <PageFrame
        tabTitle={useIntl().formatMessage({ id: title })}
        title={heading ?? t(title)}
        lead={lead && t(lead)}
        isReached={isReached}
        product={(name) => (
          <a className="account-home" href={accountPath('home')}>
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
      <a href={legalPath('terms')}>{t('account.footer.terms')}</a>
      <a href={legalPath('privacy')}>{t('account.footer.privacy')}</a>
      <a href={accountPath('grievance')}>{t('account.footer.complaints')}</a>
      <p className="account-support">{t('app.support', supportLinks(support))}</p>
    </div>
  );
}

/** Around the documents of a loan, and what is shown in their place. */
export function DocumentsFrame(props: Pick<FrameProps, 'isTest' | 'children'>) {
  return <Frame title="document.title" lead="document.lead" wide {...props} />;
}

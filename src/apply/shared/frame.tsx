/** The frame around every screen: the bar with the language chooser, the steps, what the page is called. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Badge, Page } from '../../ui/page.tsx';
import { useWizardState } from './wizard.tsx';
import { LanguageChooser } from '../../i18n/language-chooser.tsx';
import { useOnline } from '../../hooks/online.ts';
import { supportLinks } from '../../ui/support-links.tsx';
import { ComplaintLink } from './complaint-link.tsx';
import { useServices } from './services.ts';
import { LoadingScreen, StepsPlaceholder } from '../page/status-pages.tsx';
import { t } from '../../i18n/text.tsx';

export interface FrameProps {
  title: MessageId;
  lead?: MessageId | null;
  /** The steps of an application, on its screens. */
  stepper?: ReactNode;
  /** Says whether the footer leads to complaints, whose words are fetched with the first screen of a loan. */
  complaints?: boolean;
  children: ReactNode;
}

export function Frame({ title, lead, stepper, complaints, children }: FrameProps) {
  const intl = useIntl();
  const online = useOnline();
  const { support } = useServices();
  const name = intl.formatMessage({ id: 'app.name' });
  return (
    <>
      <title>{`${intl.formatMessage({ id: title })} · ${name}`}</title>
      <Page
        product={name}
        skip={t('app.skip')}
        language={<LanguageChooser />}
        badge={<TestBadge />}
        banner={
          !online && (
            <Banner kind="offline" title={t('app.offline.title')}>
              <p>{t('app.offline.help')}</p>
            </Banner>
          )
        }
        stepper={stepper}
        title={t(title)}
        lead={lead && t(lead)}
        footer={
          <>
            <p>{t('app.support', supportLinks(support))}</p>
            {complaints && <ComplaintLink />}
          </>
        }
      >
        {children}
      </Page>
    </>
  );
}

/** While the loan is read. */
export function OpeningScreen() {
  return (
    <Frame title="app.opening.title" stepper={<StepsPlaceholder />}>
      <LoadingScreen />
    </Frame>
  );
}

/** Marks a test loan on every screen (decision 31). */
function TestBadge() {
  const { testLoans } = useServices();
  const isTest = useWizardState(({ context }) => context.loan?.test ?? null) ?? testLoans;
  return isTest ? <Badge>{t('app.testLoan')}</Badge> : null;
}

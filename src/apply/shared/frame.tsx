/** The frame around every screen of the wizard: the steps, what the page is called, the footer. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { grievancePath } from '../../../domain/pages/legal.ts';
import { Frame as PageFrame } from '../../shell/frame.tsx';
import { supportLinks } from '../../ui/support-links.tsx';
import { t } from '../../i18n/i18n.tsx';
import { LoadingScreen, StepsPlaceholder } from '../page/status-pages.tsx';
import { useWizardState, useServices } from './wizard.tsx';

export interface FrameProps {
  title: MessageId;
  lead?: MessageId | null;
  /** The steps of an application, on its screens. */
  stepper?: ReactNode;
  /** Says whether the footer leads to complaints, whose words are fetched with the first screen of a loan. */
  complaints?: boolean;
  children: ReactNode;
}

export function Frame({ title, lead, complaints, ...page }: FrameProps) {
  const intl = useIntl();
  const { support, testLoans } = useServices();
  const isTest = useWizardState(({ context }) => context.loan?.test ?? null) ?? testLoans;
  return (
    <PageFrame
      tabTitle={intl.formatMessage({ id: title })}
      title={t(title)}
      lead={lead && t(lead)}
      isTest={isTest}
      offlineHelp={<p>{t('app.offline.help')}</p>}
      footer={
        <>
          <p>{t('app.support', supportLinks(support))}</p>
          {complaints && <ComplaintLink />}
        </>
      }
      {...page}
    />
  );
}

/** Shown during the reading of the loan. */
export function OpeningScreen() {
  return (
    <Frame title="app.opening.title" stepper={<StepsPlaceholder />}>
      <LoadingScreen />
    </Frame>
  );
}

/**
 * The link to the page that says how to complain, and to whom (decision 84). It opens in a new tab: the page of the
 * embedded flow may be in a frame, which shows no other page.
 */
const ComplaintLink = () => (
  <p>
    <a className="target" href={grievancePath} target="_blank" rel="noopener noreferrer">
      {t('app.complaints')}
    </a>
  </p>
);

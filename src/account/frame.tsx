/** The frame around every screen of the consumer app. */
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { LanguageChooser } from '../apply/language-chooser.tsx';
import { useOnline } from '../apply/online.ts';
import { Banner } from '../ui/Banner.tsx';
import { Badge, Page } from '../ui/Page.tsx';

export interface FrameProps {
  title: MessageId;
  lead?: MessageId;
  /** Marks a test loan (decision 31). */
  isTest: boolean;
  children: ReactNode;
}

export function Frame({ title, lead, isTest, children }: FrameProps) {
  const intl = useIntl();
  const online = useOnline();
  const name = intl.formatMessage({ id: 'app.name' });
  return (
    <>
      <title>{`${intl.formatMessage({ id: title })} · ${name}`}</title>
      <Page
        product={name}
        skip={<FormattedMessage id="app.skip" />}
        language={<LanguageChooser />}
        badge={
          isTest && (
            <Badge>
              <FormattedMessage id="app.testLoan" />
            </Badge>
          )
        }
        banner={!online && <Banner kind="offline" title={<FormattedMessage id="app.offline.title" />} />}
        title={<FormattedMessage id={title} />}
        lead={lead && <FormattedMessage id={lead} />}
      >
        {children}
      </Page>
    </>
  );
}

/** Around the documents of a loan, and what is shown in their place. */
export function DocumentsFrame(props: Pick<FrameProps, 'isTest' | 'children'>) {
  return <Frame title="document.title" lead="document.lead" {...props} />;
}

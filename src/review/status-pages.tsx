/** Status pages: shown in place of a screen that is loading or has failed. */
import { useIntl } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { Actions, Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { t } from '../i18n/text.tsx';
import { queuePath } from './address.ts';
import { Frame } from './frame.tsx';
import { DeskLink } from './links.tsx';
import './status-pages.css';

/** While the session is being checked. */
export function SessionLoadingPage() {
  const intl = useIntl();
  return (
    <Frame tabTitle={intl.formatMessage({ id: 'review.name' })}>
      <Skeleton label={t('app.loading')} fields={4} />
    </Frame>
  );
}

export function SessionFailedPage({ onRetry }: { onRetry: () => void }) {
  const intl = useIntl();
  return (
    <Frame tabTitle={intl.formatMessage({ id: 'review.name' })} title={t('review.unchecked.title')}>
      <LoadFailure help="review.unchecked.help" onRetry={onRetry} />
    </Frame>
  );
}

/** A failed request with a retry. Without a title, the page's heading serves as one. */
export function LoadFailure(props: { title?: MessageId; help: MessageId; onRetry: () => void }) {
  return (
    <div className="load-failure" role="alert">
      <Card title={props.title && t(props.title)}>
        <p>{t(props.help)}</p>
        <Actions>
          <Button kind="primary" onPress={props.onRetry}>
            {t('app.tryAgain')}
          </Button>
        </Actions>
      </Card>
    </div>
  );
}

/** An address that leads nowhere, or to an application that is not there. */
export function NotFoundPage() {
  const intl = useIntl();
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.unknown.title' })}
      home={queuePath}
      title={t('review.unknown.title')}
      lead={t('review.unknown.help')}
    >
      <p>
        <DeskLink href={queuePath}>{t('review.toQueue')}</DeskLink>
      </p>
    </Frame>
  );
}

/** The error boundary's page; flags survive the reload. */
export function BrokenPage() {
  const intl = useIntl();
  return (
    <Frame tabTitle={intl.formatMessage({ id: 'app.broken.title' })} title={t('app.broken.title')}>
      <LoadFailure help="review.broken.help" onRetry={() => window.location.reload()} />
    </Frame>
  );
}

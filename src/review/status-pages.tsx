/** Status pages: shown in place of a screen that is loading or has failed. */
import type { MessageId } from '../../locales/index.ts';
import { LoadFailed, type LoadFailedProps } from '../data/load-failed.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { t } from '../i18n/i18n.tsx';
import { queuePath } from './links.ts';
import { Frame } from './frame.tsx';
import './frame.css';

/** Shown during the check of the session. */
export function SessionLoadingPage() {
  return (
    <Frame title="review.name" heading={false}>
      <Skeleton label={t('app.loading')} fields={4} />
    </Frame>
  );
}

export function SessionFailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <Frame title="review.name" heading={t('review.unchecked.title')}>
      <LoadFailure help="review.unchecked.help" onRetry={onRetry} />
    </Frame>
  );
}

/** A failed request with a retry. Without a title, the page's heading serves as one. */
export function LoadFailure({ help = 'review.queue.failed.help', ...props }: LoadFailedProps) {
  return (
    <div className="load-failure">
      <LoadFailed help={help} {...props} />
    </div>
  );
}

/** Gives `Loaded` what it shows on the desk where `title` says what has failed. */
export const loadFailure = (title: MessageId) => (retry: () => void) => (
  <LoadFailure title={title} onRetry={retry} />
);

/** An address that leads nowhere, or to an application that is not there. */
export function NotFoundPage() {
  return (
    <Frame title="review.unknown.title" home={queuePath} lead={t('review.unknown.help')}>
      <p>
        <a href={queuePath}>{t('review.toQueue')}</a>
      </p>
    </Frame>
  );
}

/** The error boundary's page; flags survive the reload. */
export function BrokenPage() {
  return (
    <Frame title="app.broken.title">
      <LoadFailure help="review.broken.help" onRetry={() => window.location.reload()} />
    </Frame>
  );
}

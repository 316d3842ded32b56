/** Shows the progress of an upload: prepared, sent, added, stopped, or waiting for the network. */
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { OfflineIcon } from '../ui/icons.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { t } from '../i18n/i18n.tsx';
import { type DocumentActor, useDocumentSnapshot } from './actor.ts';
import './documents.css';

export function UploadProgress({ actor }: { actor: DocumentActor }) {
  const now = useDocumentSnapshot(actor);
  const name = now.context.upload?.name ?? '';
  const cancel = () => actor.send({ type: 'cancel.requested' });
  const retry = () => actor.send({ type: 'retry.requested' });
  if (now.matches('preparing')) return <ProgressBar label={t('document.preparing')} />;
  if (now.matches('sending'))
    return (
      <ProgressBar
        label={t('document.sending', { name })}
        percent={now.context.percent}
        cancel={
          <Button kind="quiet" busy={now.matches({ sending: 'cancelling' })} onPress={cancel}>
            {t(now.matches({ sending: 'cancelling' }) ? 'document.stopping' : 'document.cancel')}
          </Button>
        }
      />
    );
  if (now.matches('adding')) return <ProgressBar label={t('document.storing', { name })} percent={100} />;
  if (now.matches('cancelled'))
    return (
      <StoppedUpload
        title={t(now.context.leftovers ? 'document.cancelled.leftovers' : 'document.cancelled')}
        help={now.context.leftovers && t('document.cancelled.leftovers.help')}
        onRetry={retry}
      />
    );
  if (now.matches('interrupted'))
    return (
      <StoppedUpload
        icon={<OfflineIcon />}
        title={t('document.interrupted')}
        help={t('document.interrupted.help')}
        onRetry={retry}
        onCancel={cancel}
      />
    );
  return null;
}

type StoppedProps = {
  icon?: ReactNode;
  title: ReactNode;
  help: ReactNode;
  onRetry: () => void;
  onCancel?: () => void;
};

function StoppedUpload({ icon, title, help, onRetry, onCancel }: StoppedProps) {
  return (
    <div className="upload-failure stack-s3">
      <div role="status">
        <p className="icon-line">
          {icon} {title}
        </p>
        {help && <p className="text-muted">{help}</p>}
      </div>
      <div className="document-actions cluster">
        <Button onPress={onRetry}>{t('app.tryAgain')}</Button>
        {onCancel && (
          <Button kind="quiet" onPress={onCancel}>
            {t('document.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}

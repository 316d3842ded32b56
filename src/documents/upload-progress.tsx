/** Where a document is on its way: made ready, sent, added, stopped, or waiting for the line. */
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../ui/button.tsx';
import { OfflineIcon } from '../ui/icons.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { type DocumentActor, useDocumentSnapshot } from './actor.ts';
import './documents.css';

export function UploadProgress({ actor }: { actor: DocumentActor }) {
  const now = useDocumentSnapshot(actor);
  const name = now.context.upload?.name ?? '';
  const cancel = () => actor.send({ type: 'cancel.requested' });
  const retry = () => actor.send({ type: 'retry.requested' });
  if (now.matches('preparing')) return <ProgressBar label={<FormattedMessage id="document.preparing" />} />;
  if (now.matches('sending'))
    return (
      <ProgressBar
        label={<FormattedMessage id="document.sending" values={{ name }} />}
        percent={now.context.percent}
        cancel={
          <Button kind="quiet" busy={now.matches({ sending: 'cancelling' })} onPress={cancel}>
            <FormattedMessage
              id={now.matches({ sending: 'cancelling' }) ? 'document.stopping' : 'document.cancel'}
            />
          </Button>
        }
      />
    );
  if (now.matches('adding'))
    return <ProgressBar label={<FormattedMessage id="document.storing" values={{ name }} />} percent={100} />;
  if (now.matches('cancelled'))
    return (
      <StoppedUpload
        title={
          <FormattedMessage
            id={now.context.leftovers ? 'document.cancelled.leftovers' : 'document.cancelled'}
          />
        }
        help={now.context.leftovers && <FormattedMessage id="document.cancelled.leftovers.help" />}
        onRetry={retry}
      />
    );
  if (now.matches('interrupted'))
    return (
      <StoppedUpload
        icon={<OfflineIcon />}
        title={<FormattedMessage id="document.interrupted" />}
        help={<FormattedMessage id="document.interrupted.help" />}
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
    <div className="upload-failure">
      <div role="status">
        <p className="upload-failure-title">
          {icon} {title}
        </p>
        {help && <p className="text-muted">{help}</p>}
      </div>
      <div className="document-actions">
        <Button onPress={onRetry}>
          <FormattedMessage id="app.tryAgain" />
        </Button>
        {onCancel && (
          <Button kind="quiet" onPress={onCancel}>
            <FormattedMessage id="document.cancel" />
          </Button>
        )}
      </div>
    </div>
  );
}

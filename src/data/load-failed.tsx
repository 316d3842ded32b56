/** Stands in place of what could not be loaded, with a way to try again. */
import type { MessageId } from '../../locales/index.ts';
import { Actions, Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { t } from '../i18n/text.tsx';

export interface LoadFailedProps {
  title?: MessageId;
  help?: MessageId;
  /** Stands among other content, in no card of its own. */
  isInline?: boolean;
  onRetry: () => void;
}

export function LoadFailed(props: LoadFailedProps) {
  const { title, help = 'account.loadFailed', isInline = false, onRetry } = props;
  const content = (
    <>
      <p>{t(help)}</p>
      <Actions>
        <Button kind={isInline ? 'secondary' : 'primary'} onPress={onRetry}>
          {t('app.tryAgain')}
        </Button>
      </Actions>
    </>
  );
  return (
    <div role="alert" className={isInline ? 'stack' : undefined}>
      {isInline ? content : <Card title={title && t(title)}>{content}</Card>}
    </div>
  );
}

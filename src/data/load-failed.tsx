/** Replaces content that could not be loaded, with a button to try again. */
import type { MessageId } from '../../locales/index.ts';
import { Actions, Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { t } from '../i18n/i18n.tsx';

export interface LoadFailedProps {
  title?: MessageId;
  help?: MessageId;
  /** True among other content, without a card. */
  isInline?: boolean;
  onRetry: () => void;
}

export function LoadFailed(props: LoadFailedProps) {
  const { help = 'account.loadFailed', isInline = false, onRetry } = props;
  const { title = props.help ? undefined : 'account.loadFailed.title' } = props;
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

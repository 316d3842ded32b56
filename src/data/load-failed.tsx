/** In place of what could not be loaded, with a way to try again. */
import type { MessageId } from '../../locales/index.ts';
import { Actions, Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { t } from '../i18n/text.tsx';

export interface LoadFailedProps {
  title?: MessageId;
  help?: MessageId;
  onRetry: () => void;
}

export function LoadFailed({ title, help = 'account.loadFailed', onRetry }: LoadFailedProps) {
  return (
    <div role="alert">
      <Card title={title && t(title)}>
        <p>{t(help)}</p>
        <Actions>
          <Button kind="primary" onPress={onRetry}>
            {t('app.tryAgain')}
          </Button>
        </Actions>
      </Card>
    </div>
  );
}

/** In place of what could not be loaded, with a way to try again. */
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { Actions, Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

export interface LoadFailedProps {
  title?: MessageId;
  help?: MessageId;
  onRetry: () => void;
}

export function LoadFailed({ title, help = 'account.loadFailed', onRetry }: LoadFailedProps) {
  return (
    <div role="alert">
      <Card title={title && <FormattedMessage id={title} />}>
        <p>
          <FormattedMessage id={help} />
        </p>
        <Actions>
          <Button kind="primary" onPress={onRetry}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        </Actions>
      </Card>
    </div>
  );
}

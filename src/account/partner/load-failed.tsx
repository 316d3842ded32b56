import { FormattedMessage } from 'react-intl';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

/** In place of what could not be loaded. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Card title={<FormattedMessage id="partner.failed" />}>
      <Actions>
        <Button kind="primary" onPress={onRetry}>
          <FormattedMessage id="app.tryAgain" />
        </Button>
      </Actions>
    </Card>
  );
}

/** A list that could not be loaded, with a way to try again. */
import { FormattedMessage } from 'react-intl';
import { Actions, Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Card>
        <p>
          <FormattedMessage id="account.loadFailed" />
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

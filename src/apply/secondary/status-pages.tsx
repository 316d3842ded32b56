/** Status pages for an application that cannot be opened, and for an unknown address. */
import { FormattedMessage } from 'react-intl';
import { Actions, Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { useWizard, useWizardState } from '../wizard-actor.tsx';
import { Frame } from '../frame.tsx';

/** The loan could not be read; nothing is wrong with it. */
export function OpeningFailedScreen() {
  const wizard = useWizard();
  const alert = useWizardState(({ context }) => context.alert);
  return (
    <Frame title="app.openingFailed.title">
      <Card>
        {alert?.kind === 'refused' && alert.message && <p>{alert.message}</p>}
        <p>
          <FormattedMessage id="app.openingFailed.help" />
        </p>
        <Actions>
          <Button kind="primary" onPress={() => wizard.send({ type: 'retry.requested' })}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        </Actions>
      </Card>
    </Frame>
  );
}

export function NotFoundScreen({ home }: { home: string }) {
  return (
    <Frame title="app.notFound.title">
      <Card>
        <p>
          <FormattedMessage id="app.notFound.help" />
        </p>
        <Actions>
          <ButtonLink href={home}>
            <FormattedMessage id="app.notFound.home" />
          </ButtonLink>
        </Actions>
      </Card>
    </Frame>
  );
}

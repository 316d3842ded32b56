/** What stands in place of a screen: an application that is being opened, cannot be, or is nobody's here. */
import { FormattedMessage, useIntl } from 'react-intl';
import { Actions, Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useWizard, useWizardState } from './actor.tsx';
import { Frame } from './frame.tsx';
import './faces.css';

/** Nothing but the words (specification, section 1). */
export function KeyMissing() {
  const intl = useIntl();
  return (
    <main className="bare">
      <title>{intl.formatMessage({ id: 'app.name' })}</title>
      <p>
        <FormattedMessage id="app.keyMissing" />
      </p>
    </main>
  );
}

export function Opening() {
  return (
    <Frame title="app.opening.title" steps>
      <Loading />
    </Frame>
  );
}

/** Shows only where something takes long enough to be noticed. */
export function Loading() {
  return (
    <div className="late">
      <Skeleton label={<FormattedMessage id="app.loading" />} fields={5} />
    </div>
  );
}

/** The loan could not be read; nothing is wrong with it. */
export function OpeningFailed() {
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

/** Re-entry: the loan's token is not on this device (decision 2a). Nobody is told whether the loan exists. */
export function Lost() {
  const wizard = useWizard();
  return (
    <Frame title="app.lost.title">
      <Card>
        <p>
          <FormattedMessage id="app.lost.why" />
        </p>
        <p>
          <FormattedMessage id="app.lost.safe" />
        </p>
        <p>
          <FormattedMessage id="app.lost.next" />
        </p>
        <Actions>
          <Button kind="primary" onPress={() => wizard.send({ type: 'explore.requested' })}>
            <FormattedMessage id="app.lost.startNew" />
          </Button>
        </Actions>
      </Card>
    </Frame>
  );
}

export function NotFound({ home }: { home: string }) {
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

/** A screen that broke, or whose chunk did not come. */
export function Broken({ onRetry }: { onRetry: () => void }) {
  return (
    <Card title={<FormattedMessage id="app.broken.title" />}>
      <p>
        <FormattedMessage id="app.broken.help" />
      </p>
      <Actions>
        <Button kind="primary" onPress={onRetry}>
          <FormattedMessage id="app.tryAgain" />
        </Button>
      </Actions>
    </Card>
  );
}

/** Status pages for an application that cannot be opened, and for an unknown address. */
import { useRouterState } from '@tanstack/react-router';
import { addressOf } from '../../../domain/pages/steps.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useMessages, t } from '../../i18n/i18n.tsx';
import { RefusalMessage } from '../../form/refusal-message.tsx';
import { Actions, Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useWizard, useWizardState } from './wizard.tsx';
import { Frame } from './frame.tsx';

/** The loan could not be read: nothing is wrong with it, or it was erased (410). */
export function OpeningFailedScreen() {
  useMessages('secondary');
  const alert = useWizardState(({ context }) => context.alert);
  if (alert?.kind === 'refused' && alert.status === 410) return <ErasedScreen />;
  return (
    <Frame title="app.openingFailed.title">
      <OpeningFailedCard />
    </Frame>
  );
}

/** Shows the reason and a way to try again. */
export function OpeningFailedCard() {
  const wizard = useWizard();
  const alert = useWizardState(({ context }) => context.alert);
  return (
    <Card>
      <p>
        {alert?.kind === 'refused' && alert.status < 500 ? (
          <RefusalMessage refusal={alert} />
        ) : (
          t('app.openingFailed.help')
        )}
      </p>
      <Actions>
        <Button kind="primary" onPress={() => wizard.send({ type: 'retry.requested' })}>
          {t('app.tryAgain')}
        </Button>
      </Actions>
    </Card>
  );
}

function ErasedScreen() {
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const home = addressOf('create', null) + search;
  return <MissingScreen title="app.notFound.erased" help="app.notFound.erasedHelp" home={home} />;
}

export function NotFoundScreen({ home }: { home: string }) {
  useMessages('secondary');
  return <MissingScreen title="app.notFound.title" help="app.notFound.help" home={home} />;
}

/** Shows that the page does not exist, with a link to the start. */
function MissingScreen({ title, help, home }: { title: MessageId; help: MessageId; home: string }) {
  return (
    <Frame title={title}>
      <Card>
        <p>{t(help)}</p>
        <Actions>
          <ButtonLink href={home}>{t('app.notFound.home')}</ButtonLink>
        </Actions>
      </Card>
    </Frame>
  );
}

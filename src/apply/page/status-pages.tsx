/** Status pages: what is shown in place of a screen that is loading or broken, and without a key. */
import { useIntl } from 'react-intl';
import { Actions, Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { t } from '../../i18n/i18n.tsx';
import './status-pages.css';

/** Shows the message alone (specification, section 1). */
export function KeyMissingScreen() {
  const intl = useIntl();
  return (
    <main className="message-page">
      <title>{intl.formatMessage({ id: 'app.name' })}</title>
      <h1>{t('app.keyMissing')}</h1>
    </main>
  );
}

/** Shows a skeleton of a form in its card at once: a heading alone looks like a page that has failed. */
export function LoadingScreen() {
  return (
    <Card>
      <Skeleton label={t('app.loading')} fields={5} />
    </Card>
  );
}

/** Reserves the space of the steps, so that the heading below them does not move. */
export const StepsPlaceholder = () => <div className="steps-placeholder" />;

/** A screen that broke, or whose chunk did not come. */
export function BrokenScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Card title={t('app.broken.title')}>
      <p>{t('app.broken.help')}</p>
      <Actions>
        <Button kind="primary" onPress={onRetry}>
          {t('app.tryAgain')}
        </Button>
      </Actions>
    </Card>
  );
}

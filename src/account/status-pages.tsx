/** Status pages: shown in place of a screen that is loading, failed or does not exist. */
import { accountPath } from '../../domain/pages/account-pages.ts';
import { BrokenScreen, LoadingScreen } from '../apply/page/status-pages.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { t } from '../i18n/i18n.tsx';
import { Frame } from './frame.tsx';

export function LoadingPage() {
  return (
    <Frame title="app.name">
      <LoadingScreen />
    </Frame>
  );
}

/** Reloads the page, because a browser does not retry a module that failed to load. */
export function BrokenPage() {
  return (
    <Frame title="app.name">
      <BrokenScreen onRetry={() => navigator.onLine && window.location.reload()} />
    </Frame>
  );
}

export function NotFoundPage() {
  return (
    <Frame title="account.notFound.title" lead="account.notFound.help">
      <div>
        <ButtonLink href={accountPath('home')}>{t('account.notFound.home')}</ButtonLink>
      </div>
    </Frame>
  );
}

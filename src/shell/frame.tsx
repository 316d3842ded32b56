/** The frame around every screen of the three apps: the tab's title, the test badge, the offline banner, the language. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { LanguageChooser } from '../i18n/language-chooser.tsx';
import { t } from '../i18n/i18n.tsx';
import { Banner } from '../ui/banner.tsx';
import { Badge, Page, type PageProps } from '../ui/page.tsx';

export interface FrameProps extends Omit<PageProps, 'product' | 'skip'> {
  /** The title of the browser tab. The history keeps it, so it holds no personal data. */
  tabTitle: string;
  /** Shows the product's name; by default the name alone. */
  product?: ((name: string) => ReactNode) | undefined;
  /** Marks a test loan (decision 31). */
  isTest?: boolean | undefined;
  /** False if the server does not answer, even if the device reports a connection. */
  isReached?: boolean;
  offlineHelp?: ReactNode;
}

export function Frame(props: FrameProps) {
  const { tabTitle, product, isTest = false, isReached = true, offlineHelp, banner, ...page } = props;
  const isOnline = useOnline() && isReached;
  const name = useIntl().formatMessage({ id: 'app.name' });
  return (
    <>
      <title>{tabTitle === name ? name : `${tabTitle} · ${name}`}</title>
      <Page
        skip={t('app.skip')}
        language={<LanguageChooser />}
        badge={isTest && <Badge>{t('app.testLoan')}</Badge>}
        {...page}
        product={product ? product(name) : name}
        banner={
          (banner || !isOnline) && (
            <>
              {!isOnline && (
                <Banner kind="offline" title={t('app.offline.title')}>
                  {offlineHelp}
                </Banner>
              )}
              {banner}
            </>
          )
        }
      />
    </>
  );
}

/** Returns whether the browser believes it is online. */
const useOnline = (): boolean => useSyncExternalStore(watch, isOnline, () => true);

const isOnline = () => navigator.onLine;

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

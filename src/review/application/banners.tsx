/** Who else is here, and whether what is shown is still the latest. */
import { isOutdated } from '../../../machines/desk/application.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/text.tsx';
import { useDesk, useDeskState } from './actor.tsx';
import './banners.css';

export function Banners() {
  const desk = useDesk();
  const names = useDeskState(({ context }) => context.viewers.map(({ name }) => name).join(', '));
  const count = useDeskState(({ context }) => context.viewers.length);
  const outdated = useDeskState(isOutdated);
  const isReading = useDeskState((now) => now.matches({ reading: 'refetching' }));
  const notRead = useDeskState((now) => now.matches({ reading: 'refetchFailed' }));
  const isStale = outdated || notRead;
  return (
    <div className="banners" role="status">
      {count > 0 && <Banner kind="notice" title={t('review.viewers', { names, count })} />}
      {isStale && (
        <Banner kind="notice" title={t(outdated ? 'review.outdated' : 'review.notReadAgain')}>
          <p>{t(outdated ? 'review.outdated.help' : 'review.notReadAgain.help')}</p>
          <p>
            <Button busy={isReading} onPress={() => desk.send({ type: 'latest.requested' })}>
              {t('review.outdated.show')}
            </Button>
          </p>
        </Banner>
      )}
    </div>
  );
}

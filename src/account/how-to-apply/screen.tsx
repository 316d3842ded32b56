/** Explains how to apply, as captioned drawings, as a video on request, and as text. */
import { useState } from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { ButtonLink, Actions, Button } from '../../ui/button.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { useMediaQuery } from '../../hooks/media-query.ts';
import { Frame } from '../frame.tsx';
import { StepsList } from '../steps-list.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Carousel } from './carousel.tsx';
import { slides } from './slides.tsx';
import { savesData, Video, videoBytes, videoSeconds } from './video.tsx';
import './how-to-apply.css';

export default function HowToApplyScreen() {
  // The list is collapsed on a phone, as the same steps are shown above it as pictures.
  const isWide = useMediaQuery('(width >= 64rem)');
  return (
    <Frame title="howToApply.title" lead="howToApply.lead" wide>
      <div className="split">
        <div className="stack">
          <Demonstration />
          <Actions>
            <ButtonLink kind="quiet" href={accountPath('institutions')}>
              {t('howToApply.institutions')}
            </ButtonLink>
            <ButtonLink href={accountPath('home')}>{t('howToApply.apply')}</ButtonLink>
          </Actions>
        </div>
        <CollapsibleCard key={String(isWide)} id="steps" title={t('howToApply.steps')} startsOpen={isWide}>
          <StepsList steps={slides} />
          <p>{t('howToApply.atHand')}</p>
        </CollapsibleCard>
      </div>
    </Frame>
  );
}

/** Shows the drawings, or the video on request. */
function Demonstration() {
  const [video, setVideo] = useState<'offered' | 'shown' | 'failed'>('offered');
  if (video === 'shown') return <Video onFailed={() => setVideo('failed')} />;
  return (
    <div className="how-to-apply-offer">
      <Carousel />
      {!savesData() && (
        <div role="status">
          {video === 'failed' && <p>{t('howToApply.video.failed')}</p>}
          <Button kind="quiet" onPress={() => setVideo('shown')}>
            {t('howToApply.video.watch', {
              seconds: videoSeconds,
              megabytes: (videoBytes / 10 ** 6).toFixed(1),
            })}
          </Button>
        </div>
      )}
    </div>
  );
}

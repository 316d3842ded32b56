/** How to apply: a captioned sequence of drawings, the same as a video on request, and the steps as text. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/account-pages.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PlayIcon } from '../../ui/icons/playback.tsx';
import { Frame } from '../frame.tsx';
import { Carousel } from './carousel.tsx';
import { slides } from './slides.tsx';
import { savesData, Video, videoBytes, videoSeconds } from './video.tsx';
import './how-to-apply.css';

export default function HowToApplyScreen() {
  return (
    <Frame title="howToApply.title" lead="howToApply.lead">
      <Demonstration />
      <Card title={<FormattedMessage id="howToApply.steps" />}>
        <ol className="how-to-apply-steps">
          {slides.map(({ title, text }) => (
            <li key={title}>
              <strong>
                <FormattedMessage id={title} />
              </strong>
              <span className="text-muted">
                <FormattedMessage id={text} />
              </span>
            </li>
          ))}
        </ol>
        <p>
          <FormattedMessage id="howToApply.atHand" />
        </p>
        <Actions>
          <ButtonLink kind="secondary" href={accountPath('institutions')}>
            <FormattedMessage id="howToApply.institutions" />
          </ButtonLink>
          <ButtonLink href={accountPath('home')}>
            <FormattedMessage id="howToApply.apply" />
          </ButtonLink>
        </Actions>
      </Card>
    </Frame>
  );
}

/** The drawings, and in their place the video for whoever asks for it. */
function Demonstration() {
  const [video, setVideo] = useState<'offered' | 'shown' | 'failed'>('offered');
  if (video === 'shown') return <Video onFailed={() => setVideo('failed')} />;
  return (
    <>
      <Carousel />
      {!savesData() && (
        <div className="how-to-apply-offer" role="status">
          {video === 'failed' && (
            <p>
              <FormattedMessage id="howToApply.video.failed" />
            </p>
          )}
          <Button onPress={() => setVideo('shown')}>
            <PlayIcon />
            <FormattedMessage
              id="howToApply.video.watch"
              values={{ seconds: videoSeconds, megabytes: (videoBytes / 10 ** 6).toFixed(1) }}
            />
          </Button>
        </div>
      )}
    </>
  );
}

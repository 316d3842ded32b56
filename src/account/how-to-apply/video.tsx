/** The video of the steps: without sound, recorded from the app (tests/video/run.ts), captioned in the page's language. */
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useLanguage } from '../../i18n/i18n.tsx';
import { captionsOf } from './captions.ts';
import { slides } from './slides.tsx';
import address from './video/how-to-apply.mp4';
import recording from './video/recording.json' with { type: 'json' };
import './video.css';

/** The length of the video in seconds, and its size in bytes. */
export const { seconds: videoSeconds, bytes: videoBytes } = recording;

/** Tells whether the person or the system has asked for less data; the page has no video then. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  window.matchMedia('(prefers-reduced-data: reduce)').matches;

/** The player starts at once, because it is shown on request alone. */
export function Video({ onFailed }: { onFailed: () => void }) {
  const intl = useIntl();
  const { language, languages } = useLanguage();
  const texts = slides.map(({ title, text }) => ({
    title: intl.formatMessage({ id: title }),
    text: intl.formatMessage({ id: text }),
  }));
  const captions = captionsOf(texts, recording.begins, videoSeconds);
  const showCaptions = useCallback(
    (element: HTMLTrackElement) => {
      const file = URL.createObjectURL(new Blob([captions], { type: 'text/vtt' }));
      element.src = file;
      element.track.mode = 'showing';
      return () => URL.revokeObjectURL(file);
    },
    [captions],
  );
  return (
    <video
      className="how-to-apply-video"
      aria-label={intl.formatMessage({ id: 'howToApply.video' })}
      src={address}
      width={recording.width}
      height={recording.height}
      controls
      autoPlay
      muted
      playsInline
      onError={onFailed}
    >
      <track
        key={language}
        ref={showCaptions}
        kind="captions"
        srcLang={intl.locale}
        label={languages.find(({ code }) => code === language)?.name}
        default
      />
    </video>
  );
}

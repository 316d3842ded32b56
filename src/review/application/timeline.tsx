/** Everything that happened to the application, newest first, told in sentences. */
import { type IntlShape, useIntl } from 'react-intl';
import type { TimelineEntry } from '../../../domain/values/review-wire.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatTime } from '../values.tsx';
import { t } from '../../i18n/text.tsx';
import { TimelineSentence } from './timeline-sentence.tsx';
import { useDesk, useDeskState } from './actor.tsx';
import './timeline.css';

export function Timeline() {
  const desk = useDesk();
  const intl = useIntl();
  const timeline = useDeskState(({ context }) => context.timeline);
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{t('review.timeline')}</h2>
      {timeline === null ? (
        <div role="alert">
          <p>{t('review.timeline.failed')}</p>
          <Button kind="quiet" onPress={() => desk.send({ type: 'latest.requested' })}>
            {t('app.tryAgain')}
          </Button>
        </div>
      ) : (
        // What is long scrolls in its own place, which the keyboard must reach.
        <div
          className="timeline-days"
          role="group"
          aria-label={intl.formatMessage({ id: 'review.timeline' })}
          tabIndex={0}
        >
          {byDay(intl, timeline.toReversed()).map(([day, entries]) => (
            <section key={day} className="timeline-day">
              <h3>{day}</h3>
              <TimelineEntries entries={entries} timed />
            </section>
          ))}
        </div>
      )}
    </section>
  );
}

/** Acts in a row; `timed` puts the time of day before each. */
export function TimelineEntries({
  entries,
  timed = false,
}: {
  entries: readonly TimelineEntry[];
  timed?: boolean;
}) {
  const intl = useIntl();
  return (
    <ol className="timeline-entries">
      {entries.map((entry) => (
        <li key={entry.id} data-actor={entry.actor}>
          {timed && <time dateTime={entry.at}>{formatTime(intl, entry.at)}</time>}
          <TimelineSentence entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function byDay(intl: IntlShape, timeline: readonly TimelineEntry[]): [string, TimelineEntry[]][] {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of timeline) {
    const day = formatDate(intl, entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

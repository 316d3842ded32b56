/** A timeline without the entries that another one makes superfluous. */
import type { TimelineEntry } from '../../../domain/values/wire.ts';

const messageOf = ({ details }: TimelineEntry) => (details as { message?: string }).message;

/** Leaves out that a message was queued once it was sent or has failed, and an answer beside the change that it is. */
export function foldedTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  const settled = timeline.filter(({ act }) => /^message\.(sent|failed)$/.test(act)).map(messageOf);
  const changes = timeline.filter(({ act }) => act === 'field.changed');
  return timeline.filter((entry) => {
    if (entry.act === 'message.queued') return !messageOf(entry) || !settled.includes(messageOf(entry));
    if (entry.act !== 'query.answered' || entry.after !== null) return true;
    return !changes.some((change) => change.field === entry.field && change.at === entry.at);
  });
}

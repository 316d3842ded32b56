/** Lists all events of the application in sentences, newest first. */
import { type IntlShape, useIntl } from 'react-intl';
import type { TimelineEntry, TimelineAct } from '../../../domain/values/wire.ts';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatTime, fieldTitle } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useDesk, useDeskState, useApplication } from './actor.tsx';
import { Notes } from './note-form.tsx';
import { rowOf } from '../../../domain/forms/fields/catalogue.ts';
import { type MessageId, type LanguageCode, languageAttributes } from '../../../locales/index.ts';
import { valueText } from '../../form/value-text.ts';
import { formatPaymentAmount } from '../lender-loans/payment-text.tsx';
import { foldedTimeline } from './folded-timeline.ts';
import './timeline.css';

export function Timeline() {
  const desk = useDesk();
  const intl = useIntl();
  const timeline = useDeskState(({ context }) => context.timeline);
  return (
    <section className="stack-s3" aria-labelledby="timeline-title">
      <h2 id="timeline-title">{t('review.timeline')}</h2>
      <Notes />
      {timeline === null ? (
        <div role="alert">
          <p>{t('review.timeline.failed')}</p>
          <Button kind="quiet" onPress={() => desk.send({ type: 'latest.requested' })}>
            {t('app.tryAgain')}
          </Button>
        </div>
      ) : (
        // A long timeline scrolls in its own container, which needs a tab stop.
        <div
          className="timeline-days stack-s3"
          role="group"
          aria-label={intl.formatMessage({ id: 'review.timeline' })}
          tabIndex={0}
        >
          {byDay(intl, foldedTimeline(timeline).toReversed()).map(([day, entries]) => (
            <section key={day} className="timeline-day stack-s3">
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

/** The sentence of each act; an act of another version, which has none here, is shown by its name. */
const sentences = {
  'loan.created': 'review.act.loan.created',
  'loan.reentered': 'review.act.loan.reentered',
  'application.submitted': 'review.act.application.submitted',
  'application.sent_back': 'review.act.application.sent_back',
  'field.changed': 'review.act.field.changed',
  'document.uploaded': 'review.act.document.uploaded',
  'document.replaced': 'review.act.document.replaced',
  'document.removed': 'review.act.document.removed',
  'query.raised': 'review.act.query.raised',
  'query.answered': 'review.act.query.answered',
  'query.accepted': 'review.act.query.accepted',
  'query.asked_again': 'review.act.query.asked_again',
  'query.withdrawn': 'review.act.query.withdrawn',
  'note.added': 'review.act.note.added',
  'lender.asked': 'review.act.lender.asked',
  'lender.answered': 'review.act.lender.answered',
  'lender.failed': 'review.act.lender.failed',
  'lender.silent': 'review.act.lender.silent',
  'servicing.stage': 'review.act.servicing.stage',
  'servicing.asked': 'review.act.servicing.asked',
  'offer.received': 'review.act.offer.received',
  'offer.accepted': 'review.act.offer.accepted',
  'offer.declined': 'review.act.offer.declined',
  'loan.cancelled': 'review.act.loan.cancelled',
  'mandate.withdrawal_requested': 'review.act.mandate.withdrawal_requested',
  'mandate.withdrawn': 'review.act.mandate.withdrawn',
  'consent.given': 'review.act.consent.given',
  'consent.withdrawn': 'review.act.consent.withdrawn',
  'grievance.lodged': 'review.act.grievance.lodged',
  'grievance.resolved': 'review.act.grievance.resolved',
  'grievance.rejected': 'review.act.grievance.rejected',
  'payment.counted': 'review.act.payment.counted',
  'payment.decision_declined': 'review.act.payment.decision_declined',
  'payment.decision_waits': 'review.act.payment.decision_waits',
  'payment.refund_ordered': 'review.act.payment.refund_ordered',
  'payment.refund_refused': 'review.act.payment.refund_refused',
  'payment.refunded': 'review.act.payment.refunded',
  'payment.disputed': 'review.act.payment.disputed',
  'payment.dispute_lost': 'review.act.payment.dispute_lost',
  'payment.dispute_won': 'review.act.payment.dispute_won',
  'payment.refunded_by_lender': 'review.act.payment.refunded_by_lender',
  'payment.double_refund_settled': 'review.act.payment.double_refund_settled',
  'collection.received': 'review.act.collection.received',
  'collection.returned': 'review.act.collection.returned',
  'collection.reversed': 'review.act.collection.reversed',
  'case.opened': 'review.act.case.opened',
  'case.closed': 'review.act.case.closed',
  'message.queued': 'review.act.message.queued',
  'message.sent': 'review.act.message.sent',
  'message.failed': 'review.act.message.failed',
} as const satisfies Record<TimelineAct, MessageId>;

const isKnown = (act: string): act is TimelineAct => Object.hasOwn(sentences, act);

const actors = {
  applicant: 'review.actor.applicant',
  // The label of a reviewer without a name.
  reviewer: 'review.name',
  lender: 'review.actor.lender',
  system: 'review.actor.system',
} as const satisfies Record<TimelineEntry['actor'], MessageId>;

function TimelineSentence({ entry }: { entry: TimelineEntry }) {
  const intl = useIntl();
  const { loan } = useApplication();
  const { act, actor, actor_name, field } = entry;
  const details = entry.details as Readonly<Record<string, unknown>>;
  const who = actor_name ?? intl.formatMessage({ id: actors[actor] });
  const values = {
    who: <strong>{who}</strong>,
    act,
    field: field === null ? '' : <em>{fieldTitle(intl, field, loan)}</em>,
    count: Number(details.count ?? 0),
    number: Number(details.number ?? 0),
    channel: String(details.channel ?? ''),
    status: String(entry.after ?? ''),
    lender: Number(details.lender_id ?? 0),
    kind: String(details.kind ?? ''),
    by: String(details.settled_by ?? ''),
    revision: Number(details.revision ?? 0),
    shown: String(details.shown ?? true),
    stage:
      act === 'servicing.stage' &&
      intl.formatMessage({ id: 'review.lenderLoan.stage' }, { stage: String(entry.after) }),
    purpose: String(details.purpose ?? ''),
    grievance: String(details.grievance ?? ''),
    reference: String(details.reference ?? ''),
    amount: formatPaymentAmount({
      amount_paise: Number(details.amount_paise ?? 0),
      currency: String(details.currency ?? 'INR'),
    }),
  };
  return (
    <div className="timeline-entry">
      <p>{t(isKnown(act) ? sentences[act] : 'review.act.unknown', values)}</p>
      <Change entry={entry} />
      <QuotedMessage entry={entry} language={loan.language} />
    </div>
  );
}

/** Shows the old and the new value, if people can read them. */
function Change({ entry: { act, field, before, after } }: { entry: TimelineEntry }) {
  const intl = useIntl();
  if (act !== 'field.changed' || field === null || field.startsWith('documents.')) return null;
  const row = rowOf(field);
  const none = intl.formatMessage({ id: 'review.value.none' });
  return (
    <p>
      <del>{valueText(intl, row, before) ?? none}</del> → <ins>{valueText(intl, row, after) ?? none}</ins>
    </p>
  );
}

/** Quotes the text of a query, answer, note or report as it was written. */
function QuotedMessage({
  entry: { act, after, details },
  language,
}: {
  entry: TimelineEntry;
  language: LanguageCode;
}) {
  const { message } = details as Readonly<Record<string, unknown>>;
  const text = act === 'query.answered' ? after : actsWithMessage.includes(act) ? message : null;
  if (typeof text !== 'string' || text === '') return null;
  return (
    <p className="timeline-quote text-muted" {...(act.startsWith('query.') && languageAttributes(language))}>
      “{text}”
    </p>
  );
}

/** The acts whose `details.message` is a text; that of a message that was sent is an id. */
const actsWithMessage: readonly string[] = [
  'query.raised',
  'query.asked_again',
  'note.added',
  'lender.failed',
];

/** How long a complaint may wait for its answer, or what became of it. */
import { FormattedMessage } from 'react-intl';
import type { Grievance, GrievanceOutcome } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import './grievance-badge.css';

const outcomes = {
  resolved: 'review.grievance.resolved',
  rejected: 'review.grievance.rejected',
} as const satisfies Record<GrievanceOutcome, MessageId>;

export const OutcomeText = ({ outcome }: { outcome: GrievanceOutcome }) => (
  <FormattedMessage id={outcomes[outcome]} />
);

/** Below so many days, a complaint is urgent. */
const urgentDays = 7;

export function GrievanceBadge({ grievance }: { grievance: Grievance }) {
  const { outcome, days_left: days } = grievance;
  if (outcome !== null)
    return (
      <span className="grievance-badge">
        <OutcomeText outcome={outcome} />
      </span>
    );
  const left = days ?? 0;
  const urgency = left < 0 ? 'overdue' : left <= urgentDays ? 'urgent' : undefined;
  return (
    <span className="grievance-badge" data-urgency={urgency}>
      {left < 0 ? (
        <FormattedMessage id="review.grievance.overdue" values={{ days: -left }} />
      ) : (
        <FormattedMessage id="review.grievance.daysLeft" values={{ days: left }} />
      )}
    </span>
  );
}

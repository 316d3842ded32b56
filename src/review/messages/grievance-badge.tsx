/** How long a complaint may wait for its answer, or what became of it. */
import { FormattedMessage } from 'react-intl';
import type { Grievance, GrievanceOutcome } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Pill } from '../pill.tsx';

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
      <Pill>
        <OutcomeText outcome={outcome} />
      </Pill>
    );
  const left = days ?? 0;
  return (
    <Pill tone={left < 0 ? 'bad' : left <= urgentDays ? 'waiting' : undefined}>
      {left < 0 ? (
        <FormattedMessage id="review.grievance.overdue" values={{ days: -left }} />
      ) : (
        <FormattedMessage id="review.grievance.daysLeft" values={{ days: left }} />
      )}
    </Pill>
  );
}

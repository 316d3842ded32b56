/** Shows a complaint's deadline, or its outcome. */
import type { Grievance, GrievanceOutcome } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Pill } from '../../ui/pill.tsx';
import { t } from '../../i18n/i18n.tsx';

const outcomes = {
  resolved: 'review.grievance.resolved',
  rejected: 'review.grievance.rejected',
} as const satisfies Record<GrievanceOutcome, MessageId>;

export const OutcomeText = ({ outcome }: { outcome: GrievanceOutcome }) => t(outcomes[outcome]);

/** The number of days below which a complaint is urgent. */
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
      {left < 0
        ? t('review.grievance.overdue', { days: -left })
        : t('review.grievance.daysLeft', { days: left })}
    </Pill>
  );
}

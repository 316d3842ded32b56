/** Names, values and times as people read them. */
import type { ReactNode } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import {
  isLabelShared,
  parseStudentFieldName,
  rowOf,
  sections,
} from '../../domain/forms/fields/catalogue.ts';
import { limits } from '../../domain/values/limits.ts';
import type { Loan } from '../../domain/values/wire.ts';
import { messageId } from '../../locales/index.ts';
import { valueText } from '../form/value-text.ts';
import { formatMoment, withNonBreakingTime } from '../ui/moment-text.ts';
import { t } from '../i18n/i18n.tsx';
import { useServices } from './services.ts';
import './values.css';

/** Formats a date in India: '3 March 2026'. */
export const formatDate = (intl: IntlShape, moment: string): string =>
  intl.formatDate(moment, { dateStyle: 'long' });
/** Formats a time in India: '4:05 pm'. */
export const formatTime = (intl: IntlShape, moment: string): string =>
  withNonBreakingTime(intl.formatTime(moment, { timeStyle: 'short' }));

/** '3 Mar 2026', in India. */
export const DateText = ({ at }: { at: string }): ReactNode =>
  useIntl().formatDate(at, { dateStyle: 'medium' });
export const DateTimeText = ({ at }: { at: string }): ReactNode => formatMoment(useIntl(), at);

/** A field's value, or that nothing was given. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const intl = useIntl();
  const shown = valueText(intl, rowOf(name), value);
  return shown === null ? <NoValue /> : <span className="value">{shown}</span>;
}

export function NoValue() {
  return <span className="value-none">{t('review.value.none')}</span>;
}

/** Returns a title such as 'Student 2, Roll number'; the applicant has a date of birth as well. */
export function fieldTitle(intl: IntlShape, name: string, loan: Pick<Loan, 'el_details'> | null): string {
  const row = rowOf(name);
  const label = row ? intl.formatMessage({ id: messageId(row.label) }) : name;
  const part = partTitle(intl, name, loan);
  return part === null ? label : `${part}, ${label}`;
}

/** Returns the card or the section of a field, if its label alone does not identify it. */
function partTitle(intl: IntlShape, name: string, loan: Pick<Loan, 'el_details'> | null): string | null {
  const student = parseStudentFieldName(name);
  const number = (loan?.el_details.students.findIndex(({ id }) => id === student?.id) ?? -1) + 1;
  if (number > 0) return intl.formatMessage({ id: 'student.card.title' }, { number });
  const row = rowOf(name);
  return row && !student && isLabelShared(row)
    ? intl.formatMessage({ id: messageId(sections[row.section].title) })
    : null;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Shows the elapsed time in its largest unit; urgent items are highlighted once they are late. */
export function TimeAgo({
  since,
  isUrgent = false,
}: {
  since: string | null;
  isUrgent?: boolean;
}): ReactNode {
  const { now } = useServices();
  const intl = useIntl();
  if (since === null) return null;
  const passed = Math.max(0, now().getTime() - Date.parse(since));
  const [id, count] =
    passed >= day
      ? (['review.waited.days', Math.floor(passed / day)] as const)
      : passed >= hour
        ? (['review.waited.hours', Math.floor(passed / hour)] as const)
        : (['review.waited.minutes', Math.floor(passed / minute)] as const);
  const isLate = isUrgent && passed >= limits.lateAfterMs;
  const lateness = passed >= limits.veryLateAfterMs ? 'waited-very-late' : 'waited-late';
  return (
    <time dateTime={since} title={formatMoment(intl, since)} className={isLate ? lateness : undefined}>
      {t(id, { count })}
    </time>
  );
}

/** The employment experience that follows from the date. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import { type IsoDate, isDate, isNotInFuture, wholeYears } from '../../../domain/dates.ts';
import { useApplicantForm } from './applicant-form.tsx';

/** Whole years from the date to today (decision 34), once the date is a good one. */
export function Experience({ today }: { today: IsoDate }) {
  const date = useSelector(
    useApplicantForm().store,
    ({ values }) => values.employment_details.employed_since,
  );
  if (!isDate(date) || !isNotInFuture(date, today)) return null;
  return (
    <p className="text-muted" role="status">
      <FormattedMessage id="applicant.experience" values={{ years: wholeYears(date, today) }} />
    </p>
  );
}

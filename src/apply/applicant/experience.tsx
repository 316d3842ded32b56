/** The employment experience that follows from the date. */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import { type IsoDate, isDate, isNotInFuture, wholeYears } from '../../../domain/values/dates.ts';
import { limits } from '../../../domain/values/limits.ts';
import { t } from '../../i18n/i18n.tsx';
import { useApplicantForm } from './applicant-form.tsx';

/** Whole years from the date to today (section 9), once the date is a good one; a start in childhood is doubted. */
export function Experience({ today }: { today: IsoDate }) {
  const { since, born } = useSelector(
    useApplicantForm().store,
    ({ values }) => ({
      since: values.employment_details.employed_since,
      born: values.personal_details.dob,
    }),
    { compare: shallowEqual },
  );
  if (!isDate(since) || !isNotInFuture(since, today)) return null;
  const age = isDate(born) ? wholeYears(born, since) : limits.employmentAgeUsual;
  return (
    <p className="text-muted" role="status">
      {t('applicant.experience', { years: wholeYears(since, today) })}
      {age < limits.employmentAgeUsual && (
        <>
          {'. '}
          {t('applicant.experience.young', { age })}
        </>
      )}
    </p>
  );
}

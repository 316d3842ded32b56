/** Where the applicant works and what they earn. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import { applicantForm } from '../../../domain/applicant.ts';
import type { Facts } from '../../../domain/check.ts';
import { employedSincePicker, isDate, isPast, wholeYears } from '../../../domain/dates.ts';
import { enums } from '../../../domain/enums.ts';
import { isShown } from '../../../domain/shown.ts';
import { TextField } from '../../form/fields.tsx';
import { DateField, MoneyField } from '../../form/more-fields.tsx';
import { Card } from '../../ui/Card.tsx';
import { AddressFields } from './address.tsx';
import { Choice, Input, useInputs } from './inputs.tsx';

export function EmploymentSections({ today }: Pick<Facts, 'today'>) {
  const householdIsShown = useSelector(useInputs().store, ({ values }) =>
    isShown(applicantForm, 'income_details.household_income', values),
  );
  return (
    <>
      <Card title={<FormattedMessage id="applicant.employment" />}>
        <Choice
          name="employment_details.employment_type"
          label="applicant.occupation"
          codes={enums.employmentTypes}
          words="applicant.occupation.options"
        />
        <Input
          as={TextField}
          name="employment_details.employer_name"
          label="applicant.organization"
          autoComplete="organization"
          autoCapitalize="words"
        />
        <Choice
          name="employment_details.business_constitution"
          label="applicant.constitution"
          codes={enums.businessConstitutions}
          words="applicant.constitution.options"
          optional
        />
        <Input
          as={TextField}
          name="employment_details.designation"
          label="applicant.designation"
          autoComplete="organization-title"
          autoCapitalize="words"
        />
        <Input
          as={DateField}
          name="employment_details.employed_since"
          label="applicant.employedSince"
          {...employedSincePicker(today)}
        />
        <Experience today={today} />
        <Input as={MoneyField} name="income_details.monthly_income" label="applicant.monthlyIncome" />
        {householdIsShown && (
          <Input
            as={MoneyField}
            name="income_details.household_income"
            label="applicant.householdIncome"
            hint="applicant.householdIncome.hint"
          />
        )}
      </Card>
      <Card title={<FormattedMessage id="applicant.office" />}>
        <AddressFields of="employment_details.office_address" />
      </Card>
    </>
  );
}

/** Whole years from the date to today (decision 34), once the date is a good one. */
function Experience({ today }: Pick<Facts, 'today'>) {
  const date = useSelector(useInputs().store, ({ values }) => values.employment_details.employed_since);
  if (!isDate(date) || !isPast(date, today)) return null;
  return (
    <p className="soft" role="status">
      <FormattedMessage id="applicant.experience" values={{ years: wholeYears(date, today) }} />
    </p>
  );
}

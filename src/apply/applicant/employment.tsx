/** Where the applicant works and what they earn. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import { applicantForm } from '../../../domain/applicant.ts';
import { checkField, type Facts, isShown } from '../../../domain/check.ts';
import { employedSincePicker, wholeYears } from '../../../domain/dates.ts';
import { enums } from '../../../domain/enums.ts';
import { Card } from '../../ui/Card.tsx';
import { AddressFields } from './address.tsx';
import { Choice, Input, useInputs } from './inputs.tsx';

export function EmploymentSections({ facts }: { facts: Facts }) {
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
          as="TextField"
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
          as="TextField"
          name="employment_details.designation"
          label="applicant.designation"
          autoComplete="organization-title"
          autoCapitalize="words"
        />
        <Input
          as="DateField"
          name={since}
          label="applicant.employedSince"
          {...employedSincePicker(facts.today)}
        />
        <Experience facts={facts} />
        <Input as="MoneyField" name="income_details.monthly_income" label="applicant.monthlyIncome" />
        {householdIsShown && (
          <Input
            as="MoneyField"
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

const since = 'employment_details.employed_since';

/** Whole years from the date to today (decision 34), once the date is a good one. */
function Experience({ facts }: { facts: Facts }) {
  const years = useSelector(useInputs().store, ({ values }) =>
    checkField(applicantForm, since, values, facts)
      ? null
      : wholeYears(values.employment_details.employed_since, facts.today),
  );
  if (years === null) return null;
  return (
    <p className="soft" role="status">
      <FormattedMessage id="applicant.experience" values={{ years }} />
    </p>
  );
}

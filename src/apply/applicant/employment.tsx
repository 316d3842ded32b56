/** Where the applicant works and what they earn. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import { applicantForm } from '../../../domain/applicant.ts';
import { checkField, type Facts, isShown } from '../../../domain/check.ts';
import { employedSincePicker, wholeYears } from '../../../domain/dates.ts';
import { Card } from '../../ui/Card.tsx';
import { AddressFields } from './address.tsx';
import type { ApplicantInputs } from './inputs.ts';
import { businessConstitutions, employmentTypes, useOptions } from './options.ts';

export function EmploymentSections({ form, facts }: { form: ApplicantInputs; facts: Facts }) {
  const options = { type: useOptions(employmentTypes), constitution: useOptions(businessConstitutions) };
  const householdIsShown = useSelector(form.store, ({ values }) =>
    isShown(applicantForm, 'income_details.household_income', values),
  );
  return (
    <>
      <Card title={<FormattedMessage id="applicant.employment" />}>
        <form.AppField name="employment_details.employment_type">
          {(field) => (
            <field.SelectField
              label={<FormattedMessage id="applicant.occupation" />}
              options={options.type}
              size="m"
            />
          )}
        </form.AppField>
        <form.AppField name="employment_details.employer_name">
          {(field) => (
            <field.TextField
              label={<FormattedMessage id="applicant.organization" />}
              autoComplete="organization"
              autoCapitalize="words"
            />
          )}
        </form.AppField>
        <form.AppField name="employment_details.business_constitution">
          {(field) => (
            <field.SelectField
              label={<FormattedMessage id="applicant.constitution" />}
              options={options.constitution}
              optional
            />
          )}
        </form.AppField>
        <form.AppField name="employment_details.designation">
          {(field) => (
            <field.TextField
              label={<FormattedMessage id="applicant.designation" />}
              autoComplete="organization-title"
              autoCapitalize="words"
            />
          )}
        </form.AppField>
        <form.AppField name="employment_details.employed_since">
          {(field) => (
            <field.DateField
              label={<FormattedMessage id="applicant.employedSince" />}
              {...employedSincePicker(facts.today)}
            />
          )}
        </form.AppField>
        <Experience form={form} facts={facts} />
        <form.AppField name="income_details.monthly_income">
          {(field) => <field.MoneyField label={<FormattedMessage id="applicant.monthlyIncome" />} />}
        </form.AppField>
        {householdIsShown && (
          <form.AppField name="income_details.household_income">
            {(field) => (
              <field.MoneyField
                label={<FormattedMessage id="applicant.householdIncome" />}
                hint={<FormattedMessage id="applicant.householdIncome.hint" />}
              />
            )}
          </form.AppField>
        )}
      </Card>
      <Card title={<FormattedMessage id="applicant.office" />}>
        <AddressFields form={form} of="employment_details.office_address" />
      </Card>
    </>
  );
}

const since = 'employment_details.employed_since';

/** Whole years from the date to today (decision 34), once the date is a good one. */
function Experience({ form, facts }: { form: ApplicantInputs; facts: Facts }) {
  const years = useSelector(form.store, ({ values }) =>
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

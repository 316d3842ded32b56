/** Who applies. */
import { FormattedMessage } from 'react-intl';
import { applicantDobPicker } from '../../../domain/dates.ts';
import { Card } from '../../ui/Card.tsx';
import { useServices } from '../services.ts';
import type { ApplicantInputs } from './inputs.ts';
import { genders, maritalStatuses, relationships, useOptions } from './options.ts';

export function PersonSection({ form, mobile }: { form: ApplicantInputs; mobile: string }) {
  const picker = applicantDobPicker(useServices().today());
  const options = {
    gender: useOptions(genders),
    marital: useOptions(maritalStatuses),
    relationship: useOptions(relationships),
  };
  return (
    <Card title={<FormattedMessage id="applicant.person" />}>
      <form.AppField name="personal_details.name">
        {(field) => (
          <field.TextField
            label={<FormattedMessage id="applicant.name" />}
            hint={<FormattedMessage id="applicant.name.hint" />}
            autoComplete="name"
            autoCapitalize="words"
          />
        )}
      </form.AppField>
      <form.AppField name="personal_details.pan">
        {(field) => (
          <field.PanField
            label={<FormattedMessage id="applicant.pan" />}
            hint={<FormattedMessage id="applicant.pan.hint" />}
          />
        )}
      </form.AppField>
      <form.AppField name="personal_details.dob">
        {(field) => (
          <field.DateField label={<FormattedMessage id="applicant.dob" />} autoComplete="bday" {...picker} />
        )}
      </form.AppField>
      <form.AppField name="personal_details.gender">
        {(field) => (
          <field.SelectField
            label={<FormattedMessage id="applicant.gender" />}
            options={options.gender}
            size="m"
            autoComplete="sex"
          />
        )}
      </form.AppField>
      <form.AppField name="personal_details.relationship_type">
        {(field) => (
          <field.SelectField
            label={<FormattedMessage id="applicant.relationship" />}
            options={options.relationship}
            size="m"
          />
        )}
      </form.AppField>
      <form.AppField name="personal_details.marital_status">
        {(field) => (
          <field.SelectField
            label={<FormattedMessage id="applicant.maritalStatus" />}
            options={options.marital}
            size="m"
          />
        )}
      </form.AppField>
      <form.AppField name="personal_details.applicant_father_name">
        {(field) => (
          <field.TextField
            label={<FormattedMessage id="applicant.fatherName" />}
            autoComplete="off"
            autoCapitalize="words"
          />
        )}
      </form.AppField>
      <form.AppField name="personal_details.alternate_mobile">
        {(field) => (
          <field.PhoneField
            label={<FormattedMessage id="applicant.alternateMobile" />}
            hint={<FormattedMessage id="applicant.alternateMobile.hint" values={{ mobile }} />}
            autoComplete="off"
          />
        )}
      </form.AppField>
    </Card>
  );
}

/** Who applies. */
import { FormattedMessage } from 'react-intl';
import { applicantDobPicker } from '../../../domain/dates.ts';
import { enums } from '../../../domain/enums.ts';
import { PhoneField, TextField } from '../../form/fields.tsx';
import { CapitalsField, DateField } from '../../form/more-fields.tsx';
import { Card } from '../../ui/Card.tsx';
import { useServices } from '../services.ts';
import { Choice, Input } from './inputs.tsx';

/** `mobile` is the loan's own number, from which the alternate one must differ. */
export function PersonSection({ mobile }: { mobile: string }) {
  const picker = applicantDobPicker(useServices().today());
  return (
    <Card title={<FormattedMessage id="applicant.person" />}>
      <Input
        as={TextField}
        name="personal_details.name"
        label="applicant.name"
        hint="applicant.name.hint"
        autoComplete="name"
        autoCapitalize="words"
      />
      <Input as={CapitalsField} name="personal_details.pan" label="applicant.pan" hint="applicant.pan.hint" />
      <Input
        as={DateField}
        name="personal_details.dob"
        label="applicant.dob"
        autoComplete="bday"
        {...picker}
      />
      <Choice
        name="personal_details.gender"
        label="applicant.gender"
        codes={enums.genders}
        words="applicant.gender.options"
      />
      <Choice
        name="personal_details.relationship_type"
        label="applicant.relationship"
        codes={enums.relationships}
        words="applicant.relationship.options"
      />
      <Choice
        name="personal_details.marital_status"
        label="applicant.maritalStatus"
        codes={enums.maritalStatuses}
        words="applicant.maritalStatus.options"
      />
      <Input
        as={TextField}
        name="personal_details.applicant_father_name"
        label="applicant.fatherName"
        autoComplete="off"
        autoCapitalize="words"
      />
      <Input
        as={PhoneField}
        name="personal_details.alternate_mobile"
        label="applicant.alternateMobile"
        hint="applicant.alternateMobile.hint"
        hintValues={{ mobile }}
        autoComplete="off"
      />
    </Card>
  );
}

/** The short lists of Applicant Details, as radio buttons. */
import { genderOfRelationship } from '../../../domain/forms/applicant.ts';
import { ChoiceField, type RowFieldProps } from '../../form/catalogue-fields.tsx';
import { RadioField } from '../../form/radio-field.tsx';
import { useApplicantForm, withoutValidation } from './applicant-form.tsx';

export const RadioChoice = (props: RowFieldProps) => <ChoiceField {...props} as={RadioField} />;

/** The relationship with the student, which fills in the gender while it is empty. */
export function RelationshipField(props: RowFieldProps) {
  const form = useApplicantForm();
  const fillGender = (relationship: string) => {
    const gender = genderOfRelationship[relationship];
    if (gender && form.state.values.personal_details.gender === '')
      form.setFieldValue('personal_details.gender', gender, withoutValidation);
  };
  return (
    <ChoiceField {...props} as={RadioField} listeners={{ onChange: ({ value }) => fillGender(value) }} />
  );
}

/** The fields of Applicant Details that need more than their row of the catalogue, and what follows from one of them. */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import { genderOfRelationship } from '../../../domain/forms/applicant.ts';
import { applicantFields } from '../../../domain/forms/fields/applicant.ts';
import type { FieldDescription } from '../../../domain/forms/fields/row.ts';
import { answerPath } from '../../../domain/pages/faq-answers.ts';
import { type IsoDate, isDate, isNotInFuture, wholeYears } from '../../../domain/values/dates.ts';
import { limits } from '../../../domain/values/limits.ts';
import { ChoiceField, type RowFieldProps, type SpecialFields } from '../../form/catalogue-fields.tsx';
import { FormField } from '../../form/domain-form.tsx';
import { PhoneField } from '../../form/fields.tsx';
import { RadioField } from '../../form/more-fields.tsx';
import { AnswerLink } from '../../ui/answer-link.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CityField, PincodeField, StateField, BankField, IfscField } from './code-lookup-fields.tsx';
import { TenureField } from './emi.tsx';
import { useApplicantForm, withoutValidation } from './step.ts';

const addressFields = <const Of extends string>(of: Of) =>
  ({ [`${of}.pincode`]: PincodeField, [`${of}.state`]: StateField, [`${of}.city`]: CityField }) as Record<
    `${Of}.${'pincode' | 'state' | 'city'}`,
    typeof PincodeField
  >;

/** The most options that are in sight at once; more are a native list. */
const radioOptionsMax = 5;

const shortLists = Object.entries<FieldDescription>(applicantFields).flatMap(([name, { choices }]) =>
  typeof choices?.codes === 'object' && choices.codes.length <= radioOptionsMax ? name : [],
);

export const special: SpecialFields<typeof applicantFields> = {
  ...Object.fromEntries(shortLists.map((name) => [name, RadioChoice])),
  'personal_details.relationship_type': RelationshipField,
  'personal_details.alternate_mobile': AlternateMobileField,
  'bank_details.ifsc_code': IfscField,
  'bank_details.bank_name': BankField,
  'loan_details.emi_tenure_id': TenureField,
  ...addressFields('personal_details.address.residence'),
  ...addressFields('personal_details.address.permanent'),
  ...addressFields('employment_details.office_address'),
};

function AlternateMobileField({ today: _, ...props }: RowFieldProps) {
  const footer = (
    <AnswerLink href={answerPath('alternate-number')}>{t('applicant.alternateMobile.whose')}</AnswerLink>
  );
  return <FormField {...props} as={PhoneField} footer={footer} />;
}

function RadioChoice(props: RowFieldProps) {
  return <ChoiceField {...props} as={RadioField} />;
}

/** The relationship with the student, which fills in the gender while it is empty. */
function RelationshipField(props: RowFieldProps) {
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

/** Shows the whole years from a valid date to today (section 9); a start in childhood is questioned. */
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

/** The sections of Applicant Details, each with the fields that the catalogue has for it. */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { type ApplicantField, applicantForm } from '../../../domain/applicant.ts';
import type { IsoDate } from '../../../domain/dates.ts';
import { applicantFields } from '../../../domain/fields/applicant.ts';
import { type SectionId, sections } from '../../../domain/fields/sections.ts';
import { limits } from '../../../domain/limits.ts';
import { shownFields } from '../../../domain/hidden-fields.ts';
import { messageId } from '../../../locales/index.ts';
import { CatalogueFields, type SpecialFields } from '../../form/CatalogueFields.tsx';
import { Card } from '../../ui/Card.tsx';
import { CityField, PincodeField, PincodeLookupProvider, StateField } from './AddressFields.tsx';
import { useApplicantForm } from './applicant-form.tsx';
import { BankField, IfscField } from './BankFields.tsx';
import { CopyAddress, CopyAddressProvider } from './CopyAddress.tsx';
import { TenureField } from './emi.tsx';
import { RelationshipField } from './RelationshipField.tsx';
import { Experience } from './Experience.tsx';

const addressFields = <const Of extends string>(of: Of) =>
  ({ [`${of}.pincode`]: PincodeField, [`${of}.state`]: StateField, [`${of}.city`]: CityField }) as Record<
    `${Of}.${'pincode' | 'state' | 'city'}`,
    typeof PincodeField
  >;

const special: SpecialFields<typeof applicantFields> = {
  'personal_details.relationship_type': RelationshipField,
  'bank_details.ifsc_code': IfscField,
  'bank_details.bank_name': BankField,
  'loan_details.emi_tenure_id': TenureField,
  ...addressFields('personal_details.address.residence'),
  ...addressFields('personal_details.address.permanent'),
  ...addressFields('employment_details.office_address'),
};

const before: Partial<Record<ApplicantField, ReactNode>> = {
  'personal_details.address.residence.address': <CopyAddress to="residence" />,
  'personal_details.address.permanent.address': <CopyAddress to="permanent" />,
};

const applicantSections = (Object.keys(sections) as SectionId[]).filter((id) =>
  Object.values(applicantFields).some((row) => row.section === id),
);

const yearsOfBirth = {
  firstYear: String(limits.applicantBirthYearFirst),
  lastYear: String(limits.applicantBirthYearLast),
};

interface ApplicantSectionsProps {
  today: IsoDate;
  /** The loan's own number, from which the alternate one must differ. */
  mobile: string;
}

export function ApplicantSections({ today, mobile }: ApplicantSectionsProps) {
  const form = useApplicantForm();
  const shown = useSelector(form.store, ({ values }) => shownFields(applicantForm, values), {
    compare: shallowEqual,
  });
  return (
    <PincodeLookupProvider form={form}>
      <CopyAddressProvider>
        {applicantSections.map((id) => {
          const names = shown.filter((name) => applicantFields[name].section === id);
          return (
            names.length > 0 && (
              <Card key={id} title={<FormattedMessage id={messageId(sections[id].title)} />}>
                <CatalogueFields
                  rows={applicantFields}
                  shown={names}
                  special={special}
                  before={before}
                  after={{ 'employment_details.employed_since': <Experience today={today} /> }}
                  today={today}
                  hintValues={{ ...yearsOfBirth, mobile }}
                />
              </Card>
            )
          );
        })}
      </CopyAddressProvider>
    </PincodeLookupProvider>
  );
}

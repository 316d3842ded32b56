/** The bank and its IFSC code, which names the bank (decision 22). */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import { looksLikeIfsc } from '../../../domain/applicant.ts';
import { ComboField } from '../../form/ComboField.tsx';
import type { RowFieldProps } from '../../form/CatalogueFields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { CapitalsField } from '../../form/more-fields.tsx';
import { useApplicantForm, withoutValidation } from './applicant-form.tsx';
import { useBanks } from './masters.ts';

const prefixLength = 4;

export function IfscField({ name, row }: RowFieldProps) {
  const form = useApplicantForm();
  const banks = useBanks();
  const isUnusual = useSelector(form.store, ({ values, fieldMeta }) => {
    const { ifsc_code } = values.bank_details;
    return fieldMeta['bank_details.ifsc_code']?.isBlurred && ifsc_code !== '' && !looksLikeIfsc(ifsc_code);
  });
  const fillBank = (ifsc: string) => {
    const prefix = ifsc.slice(0, prefixLength);
    const bank = banks.items.find((each) => each.ifsc_prefix === prefix);
    if (bank) form.setFieldValue('bank_details.bank_name', bank.label, withoutValidation);
  };
  return (
    <FormField
      name={name}
      row={row}
      as={CapitalsField}
      hint={isUnusual && <FormattedMessage id="applicant.ifsc.unusual" />}
      listeners={{ onChange: ({ value }) => fillBank(value) }}
    />
  );
}

export function BankField({ name, row }: RowFieldProps) {
  const banks = useBanks();
  return (
    <FormField
      name={name}
      row={row}
      as={ComboField}
      items={banks.items.map((bank) => ({ value: bank.label, label: bank.label }))}
      loading={banks.loading}
      allowCustomValue
    />
  );
}

/** The bank and its IFSC code, which names the bank (decision 22). */
import { useSelector } from '@tanstack/react-form';
import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useFieldLock } from '../../form/lock.ts';
import { ComboField } from '../../form/ComboField.tsx';
import type { RowFieldProps } from '../../form/CatalogueFields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { CapitalsField } from '../../form/more-fields.tsx';
import { useApplicantForm, withoutValidation } from './applicant-form.tsx';
import { useBanks } from './masters.ts';

const prefixLength = 4;

const prefixOf = (ifsc: string) => ifsc.slice(0, prefixLength);

export function IfscField({ name, row }: RowFieldProps) {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  const banks = useBanks();
  const prefix = useSelector(form.store, ({ values }) => prefixOf(values.bank_details.ifsc_code));
  const bankOf = (ifsc: string) => banks.items.find((each) => each.ifsc_prefix === prefixOf(ifsc))?.label;
  const previous = useRef(form.state.values.bank_details.ifsc_code);
  const fillBank = (ifsc: string) => {
    const before = bankOf(previous.current);
    const after = bankOf(ifsc);
    previous.current = ifsc;
    // A bank of the former code is out of date; one that was chosen by hand stays.
    const isOutdated = before !== undefined && before === form.state.values.bank_details.bank_name;
    if (lockOf('bank_details.bank_name').access === 'locked' || before === after) return;
    if (after !== undefined || isOutdated)
      form.setFieldValue('bank_details.bank_name', after ?? '', withoutValidation);
  };
  const isUnknown = prefix.length === prefixLength && banks.items.length > 0 && bankOf(prefix) === undefined;
  return (
    <FormField
      name={name}
      row={row}
      as={CapitalsField}
      notice={isUnknown ? <FormattedMessage id="applicant.ifsc.unknown" values={{ prefix }} /> : null}
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

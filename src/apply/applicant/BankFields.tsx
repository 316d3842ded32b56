/** The bank and its IFSC code, which names the bank (decision 22). */
import { useSelector } from '@tanstack/react-form';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Bank } from '../../api/types.ts';
import { useFieldLock } from '../../form/lock.ts';
import { ComboField } from '../../form/ComboField.tsx';
import type { RowFieldProps } from '../../form/CatalogueFields.tsx';
import { FormField } from '../../form/FormField.tsx';
import { CapitalsField } from '../../form/more-fields.tsx';
import { useApplicantForm, withoutValidation } from './applicant-form.tsx';
import { useBanks } from './masters.ts';

const prefixLength = 4;

const bankName = 'bank_details.bank_name';

const prefixOf = (ifsc: string) => ifsc.slice(0, prefixLength);

const bankOf = (banks: readonly Bank[], ifsc: string) =>
  banks.find((each) => each.ifsc_prefix === prefixOf(ifsc))?.label;

export function IfscField({ name, row }: RowFieldProps) {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  const banks = useBanks();
  const prefix = useSelector(form.store, ({ values }) => prefixOf(values.bank_details.ifsc_code));
  const previous = useRef(form.state.values.bank_details.ifsc_code);
  const fillBank = (ifsc: string) => {
    const before = bankOf(banks.items, previous.current);
    const after = bankOf(banks.items, ifsc);
    previous.current = ifsc;
    // A bank of the former code is out of date; one that was chosen by hand stays.
    const isOutdated = before !== undefined && before === form.state.values.bank_details.bank_name;
    if (lockOf(bankName).access === 'locked' || before === after) return;
    if (after !== undefined || isOutdated) form.setFieldValue(bankName, after ?? '', withoutValidation);
  };
  // The list may come after the code was typed.
  useEffect(() => {
    const { ifsc_code, bank_name } = form.state.values.bank_details;
    const bank = bankOf(banks.items, ifsc_code);
    const isTyping = document.activeElement?.id === bankName;
    if (bank !== undefined && bank_name === '' && !isTyping && lockOf(bankName).access !== 'locked')
      form.setFieldValue(bankName, bank, withoutValidation);
  }, [banks.items, form, lockOf]);
  const isUnknown =
    prefix.length === prefixLength && banks.items.length > 0 && bankOf(banks.items, prefix) === undefined;
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

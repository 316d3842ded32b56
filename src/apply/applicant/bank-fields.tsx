/** The bank and its IFSC code, which names the bank (decision 22). */
import { limits } from '../../../domain/values/limits.ts';
import { ComboField } from '../../form/combo-field.tsx';
import type { RowFieldProps } from '../../form/catalogue-fields.tsx';
import { FormField } from '../../form/form-field.tsx';
import { CapitalsField } from '../../form/more-fields.tsx';
import { useLookups } from '../shared/wizard.tsx';
import { t } from '../../i18n/text.tsx';
import { useCodeLookup } from './lookup.ts';
import { useBanks } from './masters.ts';

const targets = { bank_name: 'bank_details.bank_name' } as const;

const prefixOf = (ifsc: string) => ifsc.slice(0, limits.ifscBankLetters);

export function IfscField({ name, row }: RowFieldProps) {
  const { code, isUnknown, onTyped, onLeft } = useCodeLookup({
    lookup: 'bank',
    name,
    targets,
    codeOf: prefixOf,
  });
  return (
    <FormField
      name={name}
      row={row}
      as={CapitalsField}
      notice={isUnknown ? t('applicant.ifsc.unknown', { prefix: code }) : null}
      listeners={{ onChange: ({ value }) => onTyped(value), onBlur: onLeft }}
    />
  );
}

export function BankField({ name, row }: RowFieldProps) {
  const banks = useBanks();
  const lookup = useLookups().bank;
  return (
    <FormField
      name={name}
      row={row}
      as={ComboField}
      items={banks.items.map((bank) => ({ value: bank.label, label: bank.label }))}
      loading={banks.loading}
      allowCustomValue
      onChoose={() => lookup.send({ type: 'value.chosen' })}
    />
  );
}

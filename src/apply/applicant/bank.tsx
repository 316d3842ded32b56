/** The account that the instalments are debited from; its IFSC code names the bank (decision 22). */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import { looksLikeIfsc } from '../../../domain/applicant.ts';
import { enums } from '../../../domain/enums.ts';
import { CapitalsField, DigitsField } from '../../form/more-fields.tsx';
import { Card } from '../../ui/Card.tsx';
import { Choice, Input, quietly, Search, useInputs } from './inputs.tsx';
import { useBanks } from './masters.ts';

const prefixLength = 4;

export function BankSection() {
  const form = useInputs();
  const banks = useBanks();
  const isUnusual = useSelector(form.store, ({ values, fieldMeta }) => {
    const { ifsc_code } = values.bank_details;
    return fieldMeta['bank_details.ifsc_code']?.isBlurred && ifsc_code !== '' && !looksLikeIfsc(ifsc_code);
  });
  const fillBank = (ifsc: string) => {
    const prefix = ifsc.slice(0, prefixLength);
    const bank = banks.items.find((each) => each.ifsc_prefix === prefix);
    if (bank) form.setFieldValue('bank_details.bank_name', bank.label, quietly);
  };
  return (
    <Card title={<FormattedMessage id="applicant.bank" />}>
      <Input
        as={CapitalsField}
        name="bank_details.ifsc_code"
        label="applicant.ifsc"
        hint={isUnusual ? 'applicant.ifsc.unusual' : 'applicant.ifsc.hint'}
        listeners={{ onChange: ({ value }) => fillBank(value) }}
      />
      <Search
        name="bank_details.bank_name"
        label="applicant.bankName"
        names={banks.items.map((bank) => bank.label)}
        loading={banks.loading}
        own
      />
      <Input as={DigitsField} name="bank_details.bank_account_no" label="applicant.accountNumber" size="m" />
      <Choice
        name="bank_details.bank_account_type"
        label="applicant.accountType"
        codes={enums.accountTypes}
        words="applicant.accountType.options"
      />
    </Card>
  );
}

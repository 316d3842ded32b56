/** The account that the instalments are debited from; its IFSC code names the bank (decision 22). */
import { FormattedMessage } from 'react-intl';
import { looksLikeIfsc } from '../../../domain/applicant.ts';
import { Card } from '../../ui/Card.tsx';
import { type ApplicantInputs, quietly } from './inputs.ts';
import { useBanks, useOwnWords } from './masters.ts';
import { accountTypes, useOptions } from './options.ts';

const prefixLength = 4;

export function BankSection({ form }: { form: ApplicantInputs }) {
  const banks = useBanks();
  const names = useOwnWords(
    banks.items.map((bank) => bank.label),
    true,
  );
  const types = useOptions(accountTypes);

  const fillBank = (ifsc: string) => {
    const prefix = ifsc.slice(0, prefixLength);
    const bank = banks.items.find((each) => each.ifsc_prefix === prefix);
    if (bank) form.setFieldValue('bank_details.bank_name', bank.label, quietly);
  };

  return (
    <Card title={<FormattedMessage id="applicant.bank" />}>
      <form.AppField name="bank_details.ifsc_code" listeners={{ onChange: ({ value }) => fillBank(value) }}>
        {(field) => {
          const { value, meta } = field.state;
          const unusual = meta.isBlurred && value !== '' && !looksLikeIfsc(value);
          return (
            <field.TextField
              label={<FormattedMessage id="applicant.ifsc" />}
              hint={<FormattedMessage id={unusual ? 'applicant.ifsc.unusual' : 'applicant.ifsc.hint'} />}
              size="m"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          );
        }}
      </form.AppField>
      <form.AppField name="bank_details.bank_name" listeners={{ onBlur: names.reset }}>
        {(field) => (
          <field.ComboField
            label={<FormattedMessage id="applicant.bankName" />}
            items={names.items}
            onQuery={names.onQuery}
            onChoose={names.reset}
            loading={banks.loading}
          />
        )}
      </form.AppField>
      <form.AppField name="bank_details.bank_account_no">
        {(field) => <field.DigitsField label={<FormattedMessage id="applicant.accountNumber" />} size="m" />}
      </form.AppField>
      <form.AppField name="bank_details.bank_account_type">
        {(field) => (
          <field.SelectField
            label={<FormattedMessage id="applicant.accountType" />}
            options={types}
            size="m"
          />
        )}
      </form.AppField>
    </Card>
  );
}

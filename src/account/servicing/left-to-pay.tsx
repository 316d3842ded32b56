/** What of the fee the lender has not paid, and the parent pays to the institution. */
import { FormattedMessage } from 'react-intl';
import type { Servicing } from '../../../domain/values/wire.ts';
import { Paise } from '../../ui/money.tsx';

/** Nothing where the lender has paid all of it. */
export function LeftToPay({ servicing }: { servicing: Servicing }) {
  const { institution, lender_name: lender } = servicing;
  if (institution.left_to_pay_paise === 0) return null;
  return (
    <p>
      <strong>
        <FormattedMessage
          id="servicing.disbursal.left"
          values={{ amount: <Paise paise={institution.left_to_pay_paise} />, lender }}
        />
      </strong>
    </p>
  );
}

/** Shows the part of the fee that the lender has not paid, and the parent pays to the institution. */
import { Paise } from '../../ui/money.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useServicing } from './servicing.ts';

/** Renders nothing if the lender has paid the whole fee. */
export function LeftToPay() {
  const { institution, lender_name: lender } = useServicing().servicing;
  if (institution.left_to_pay_paise === 0) return null;
  return (
    <p>
      <strong>
        {t('servicing.disbursal.left', { amount: <Paise paise={institution.left_to_pay_paise} />, lender })}
      </strong>
    </p>
  );
}

/** What of the fee the lender has not paid, and the parent pays to the institution. */
import type { Servicing } from '../../../domain/values/wire.ts';
import { Paise } from '../../ui/money.tsx';
import { t } from '../../i18n/i18n.tsx';

/** Nothing where the lender has paid all of it. */
export function LeftToPay({ servicing }: { servicing: Servicing }) {
  const { institution, lender_name: lender } = servicing;
  if (institution.left_to_pay_paise === 0) return null;
  return (
    <p>
      <strong>
        {t('servicing.disbursal.left', { amount: <Paise paise={institution.left_to_pay_paise} />, lender })}
      </strong>
    </p>
  );
}

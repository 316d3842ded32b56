/** What is paid before the disbursal: advance instalments and charges that are not deducted. */
import { useLocation } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { Paise } from '../../../ui/money.tsx';
import { AdvanceReversed } from '../advance-reversed.tsx';
import { hasHeldPayment } from '../held-payment.tsx';
import { orderIdIn, Payment } from '../payment.tsx';
import { t } from '../../../i18n/text.tsx';
import type { StepProps } from './step-props.ts';

export function AdvanceStep({ servicing, onOutdated }: StepProps) {
  const { searchStr } = useLocation();
  const { advance, lender_name: lender, loan_id: loanId } = servicing;
  return (
    <Card title={t('servicing.step.payAdvance')}>
      <AdvanceReversed servicing={servicing} />
      <p>
        <Paise paise={advance.amount_paise} large />
      </p>
      <p>{t('servicing.advance.help', { lender })}</p>
      {!hasHeldPayment(servicing) && (
        <Payment
          loanId={loanId}
          purpose="advance"
          amount={advance.amount_paise}
          orderId={advance.order_id ?? orderIdIn(searchStr)}
          onPaid={onOutdated}
        >
          {t('servicing.payment.pay', { amount: <Paise paise={advance.amount_paise} /> })}
        </Payment>
      )}
    </Card>
  );
}

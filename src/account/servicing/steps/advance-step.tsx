/** What is paid before the disbursal: advance instalments and charges that are not deducted. */
import { useLocation } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { Card } from '../../../ui/card.tsx';
import { Paise } from '../../../ui/money.tsx';
import { AdvanceReversed } from '../advance-reversed.tsx';
import { hasHeldPayment } from '../held-payment.tsx';
import { orderIdIn, Payment } from '../payment.tsx';
import type { StepProps } from './step-props.ts';

export function AdvanceStep({ servicing, onOutdated }: StepProps) {
  const { searchStr } = useLocation();
  const { advance, lender_name: lender, loan_id: loanId } = servicing;
  return (
    <Card title={<FormattedMessage id="servicing.step.payAdvance" />}>
      <AdvanceReversed servicing={servicing} />
      <p>
        <Paise paise={advance.amount_paise} large />
      </p>
      <p>
        <FormattedMessage id="servicing.advance.help" values={{ lender }} />
      </p>
      {!hasHeldPayment(servicing) && (
        <Payment
          loanId={loanId}
          purpose="advance"
          amount={advance.amount_paise}
          orderId={advance.order_id ?? orderIdIn(searchStr)}
          onPaid={onOutdated}
        >
          <FormattedMessage
            id="servicing.payment.pay"
            values={{ amount: <Paise paise={advance.amount_paise} /> }}
          />
        </Payment>
      )}
    </Card>
  );
}

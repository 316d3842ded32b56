/** The payment whose page has led back here: whether it has arrived. */
import { Loaded } from '../../../data/loaded.tsx';
import { useApiQuery } from '../../../data/query.ts';
import { Card } from '../../../ui/card.tsx';
import { Paise } from '../../../ui/money.tsx';
import { useServices } from '../../services.ts';
import { Payment } from '../payment.tsx';
import { purposeNames } from '../payments.tsx';
import { t } from '../../../i18n/text.tsx';

export interface ReturnedPaymentProps {
  loanId: string;
  orderId: string;
  /** Says whether no payment is being checked. Otherwise only one that has arrived is shown. */
  canPay: boolean;
  onPaid: () => void;
}

export function ReturnedPayment({ loanId, orderId, canPay, onPaid }: ReturnedPaymentProps) {
  const { call } = useServices();
  const order = useApiQuery(call, 'readPaymentOrder', { path: { id: loanId, order_id: orderId } });
  return (
    <Loaded query={order} pending={null}>
      {({ purpose, instalment, amount_paise: amount, state }) =>
        (canPay || state === 'paid') && (
          <Card title={t(purposeNames[purpose], { number: instalment })}>
            <Payment
              loanId={loanId}
              purpose={purpose}
              {...(instalment !== null && { instalment })}
              amount={amount}
              orderId={orderId}
              onPaid={onPaid}
            >
              {t('servicing.payment.pay', { amount: <Paise paise={amount} /> })}
            </Payment>
          </Card>
        )
      }
    </Loaded>
  );
}

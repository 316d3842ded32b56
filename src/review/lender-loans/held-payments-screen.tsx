/** The payments that do not count until staff decide about them, those that wait longest first. */
import type { HeldPayment } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.tsx';
import { decisionColumn, paymentColumns } from './payments.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import { applicantColumn, WaitingList } from './waiting-list.tsx';

const texts = {
  title: 'review.heldPayments.title',
  lead: 'review.heldPayments.lead',
  loading: 'review.heldPayments.loading',
  failed: 'review.heldPayments.failed',
  none: 'review.heldPayments.none',
} as const;

export function HeldPaymentsScreen() {
  const list = useApiQuery('listHeldPayments', {});
  return (
    <WaitingList
      texts={texts}
      list={list}
      columns={[
        applicantColumn(),
        ...paymentColumns(({ payment }: HeldPayment) => payment),
        decisionColumn(({ loan_id: loanId, name, payment }: HeldPayment) => (
          <PaymentDecision
            loanId={loanId}
            name={name}
            payment={payment}
            onChanged={() => void list.refetch()}
          />
        )),
      ]}
      rowKey={({ payment }) => payment.payment_id}
    />
  );
}

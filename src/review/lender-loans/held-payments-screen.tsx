/** The payments that do not count until staff decide about them: those to decide about first, each part by its age. */
import type { HeldPayment } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.tsx';
import { decisionColumn, paymentColumns } from './payments.tsx';
import { PaymentDecision, urgencyOf } from './payment-decision.tsx';
import { applicantColumn, waitingColumn, WaitingList } from './waiting-list.tsx';

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
      list={{ ...list, data: list.data?.toSorted((a, b) => urgencyOf(a.payment) - urgencyOf(b.payment)) }}
      columns={[
        waitingColumn(({ payment: { paid_at: at } }: HeldPayment) => at),
        applicantColumn(),
        ...paymentColumns(({ payment }: HeldPayment) => payment).filter(({ id }) => id !== 'paidAt'),
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

/** Payments as the provider has reported them, those that do not count as well. */
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LenderPayment } from '../../../domain/wire.ts';
import { formatPaise } from '../../ui/Paise.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { DateTimeText } from '../values.tsx';
import { amountText } from './amount-text.ts';
import { type LenderLoanProps, Part } from './parts.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import './lender-loans.css';

export function Payments({ loanId, lenderLoan: { payments }, onChanged }: LenderLoanProps) {
  return (
    <Part title={<FormattedMessage id="review.payments" />}>
      <Table
        caption={<FormattedMessage id="review.payments" />}
        columns={[
          ...paymentColumns((payment: LenderPayment) => payment),
          decisionColumn((payment: LenderPayment) => (
            <PaymentDecision loanId={loanId} payment={payment} onChanged={onChanged} />
          )),
        ]}
        rows={payments}
        rowKey={({ payment_id: id }) => id}
      />
    </Part>
  );
}

/** @param paymentOf finds the payment in a row */
export const paymentColumns = <Row,>(paymentOf: (row: Row) => LenderPayment): readonly TableColumn<Row>[] => [
  {
    id: 'paidAt',
    header: <FormattedMessage id="review.payment.paidAt" />,
    cell: (row) => <DateTimeText at={paymentOf(row).paid_at} />,
  },
  {
    id: 'for',
    header: <FormattedMessage id="review.payment.for" />,
    cell: (row) => {
      const { purpose, instalment } = paymentOf(row);
      return (
        <FormattedMessage
          id="review.payment.purpose"
          values={{ purpose: purpose ?? 'none', number: instalment }}
        />
      );
    },
  },
  {
    id: 'amount',
    header: <FormattedMessage id="review.payment.amount" />,
    numeric: true,
    cell: (row) => amountText(paymentOf(row)),
  },
  {
    id: 'state',
    header: <FormattedMessage id="servicing.invoice.state" />,
    cell: (row) => <PaymentState payment={paymentOf(row)} />,
  },
];

export const decisionColumn = <Row,>(cell: (row: Row) => ReactNode): TableColumn<Row> => ({
  id: 'decision',
  header: <FormattedMessage id="review.payment.decision" />,
  cell,
});

function PaymentState({
  payment: { state, held_because: reason, due_paise: due },
}: {
  payment: LenderPayment;
}) {
  return (
    <span>
      <FormattedMessage id="review.payment.state" values={{ state }} />
      {reason && (
        <span className="lender-loan-detail">
          <FormattedMessage id="review.payment.reason" values={{ reason, due: formatPaise(due ?? 0) }} />
        </span>
      )}
    </span>
  );
}

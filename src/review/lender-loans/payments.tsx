/** Payments as the provider has reported them, with what was due and what becomes of those that differ. */
import type { ReactNode } from 'react';
import type { LenderPayment } from '../../../domain/values/wire.ts';
import { formatPaise } from '../../ui/money.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { useApplication } from '../application/actor.tsx';
import { DateTimeText } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import type { LenderLoanProps } from './parts.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import { formatPaymentAmount, HoldReason, PaymentDifference, PaymentPurpose } from './payment-text.tsx';
import './lender-loans.css';

type PaymentsProps = Omit<LenderLoanProps, 'lenderLoan'> & { payments: readonly LenderPayment[] };

export function Payments({ loanId, payments, onChanged }: PaymentsProps) {
  const { name } = useApplication().loan.personal_details;
  return (
    <Table
      caption={t('review.payments')}
      cards="plain"
      columns={[
        ...paymentColumns((payment: LenderPayment) => payment),
        decisionColumn((payment: LenderPayment) => (
          <PaymentDecision loanId={loanId} name={name} payment={payment} onChanged={onChanged} />
        )),
      ]}
      rows={payments}
      rowKey={({ payment_id: id }) => id}
    />
  );
}

/** @param paymentOf finds the payment in a row */
export const paymentColumns = <Row,>(paymentOf: (row: Row) => LenderPayment): readonly TableColumn<Row>[] => [
  {
    id: 'for',
    header: t('review.payment.for'),
    className: 'lender-loan-wide lender-loan-for',
    cell: (row) => (
      <>
        <PaymentPurpose payment={paymentOf(row)} />{' '}
        <span className="lender-loan-detail">
          <DateTimeText at={paymentOf(row).paid_at} />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: t('servicing.invoice.state'),
    className: 'lender-loan-first',
    cell: (row) => <PaymentState payment={paymentOf(row)} />,
  },
  {
    id: 'due',
    header: t('review.payment.due'),
    numeric: true,
    className: 'lender-loan-sum',
    isLabelled: true,
    cell: (row) => formatPaise(paymentOf(row).due_paise ?? 0),
  },
  {
    id: 'paid',
    header: t('review.payment.paid'),
    numeric: true,
    className: 'lender-loan-sum',
    isLabelled: true,
    cell: (row) => formatPaymentAmount(paymentOf(row)),
  },
  {
    id: 'difference',
    header: t('review.difference'),
    numeric: true,
    className: 'lender-loan-difference',
    cell: (row) => <PaymentDifference payment={paymentOf(row)} />,
  },
];

export const decisionColumn = <Row,>(cell: (row: Row) => ReactNode): TableColumn<Row> => ({
  id: 'decision',
  header: t('review.payment.decision'),
  className: 'lender-loan-wide lender-loan-decision',
  cell,
});

const tones: Partial<Record<LenderPayment['state'], PillTone>> = {
  captured: 'good',
  failed: 'bad',
  disputed: 'bad',
};

/** The reason of what is held says more than that it is, and so does what went wrong with a refund. */
function PaymentState({ payment }: { payment: LenderPayment }) {
  const { state, held_because: reason, decision } = payment;
  if (decision === 'refunded_twice') return t('review.payment.refundedTwice');
  if (reason) return <HoldReason payment={payment} />;
  return <Pill tone={tones[state]}>{t('review.payment.state', { state })}</Pill>;
}

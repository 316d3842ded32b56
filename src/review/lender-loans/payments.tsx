/** Payments as the provider has reported them, the held ones first. */
import type { ReactNode } from 'react';
import type { LenderPayment } from '../../../domain/values/wire.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { useApplication } from '../application/actor.tsx';
import { DateTimeText } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import type { LenderLoanProps } from './parts.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import { formatPaymentAmount, HoldReason, PaymentPurpose } from './payment-text.tsx';
import './lender-loans.css';

/** More of them are folded, unless one waits for a decision. */
const mostOpen = 6;

const isHeld = ({ state }: LenderPayment): boolean => state === 'held';

export function Payments({ loanId, lenderLoan: { payments }, onChanged }: LenderLoanProps) {
  const { name } = useApplication().loan.personal_details;
  return (
    <Disclosure
      title={
        <>
          {t('review.payments')} ({payments.length})
        </>
      }
      startsOpen={payments.length <= mostOpen || payments.some(isHeld)}
    >
      <Table
        caption={t('review.payments')}
        cards="plain"
        columns={[
          ...paymentColumns((payment: LenderPayment) => payment),
          decisionColumn((payment: LenderPayment) => (
            <PaymentDecision loanId={loanId} name={name} payment={payment} onChanged={onChanged} />
          )),
        ]}
        rows={payments.toSorted((a, b) => Number(isHeld(b)) - Number(isHeld(a)))}
        rowKey={({ payment_id: id }) => id}
      />
    </Disclosure>
  );
}

/** @param paymentOf finds the payment in a row */
export const paymentColumns = <Row,>(paymentOf: (row: Row) => LenderPayment): readonly TableColumn<Row>[] => [
  {
    id: 'for',
    header: t('review.payment.for'),
    className: 'lender-loan-for',
    cell: (row) => (
      <span className={paymentOf(row).instalment === null ? undefined : 'lender-loan-instalment'}>
        <PaymentPurpose payment={paymentOf(row)} />
      </span>
    ),
  },
  {
    id: 'amount',
    header: t('review.payment.amount'),
    numeric: true,
    className: 'lender-loan-amount',
    cell: (row) => formatPaymentAmount(paymentOf(row)),
  },
  {
    id: 'paidAt',
    header: t('review.payment.paidAt'),
    className: 'lender-loan-wide lender-loan-moment',
    cell: (row) => <DateTimeText at={paymentOf(row).paid_at} />,
  },
  {
    id: 'state',
    header: t('servicing.invoice.state'),
    className: 'lender-loan-wide',
    cell: (row) => <PaymentState payment={paymentOf(row)} />,
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
  held: 'waiting',
  failed: 'bad',
  disputed: 'bad',
};

function PaymentState({ payment }: { payment: LenderPayment }) {
  const { state } = payment;
  return (
    <>
      <Pill tone={tones[state]}>{t('review.payment.state', { state })}</Pill>{' '}
      {payment.held_because && (
        <span className="lender-loan-detail payment-reason">
          <HoldReason payment={payment} />
        </span>
      )}
    </>
  );
}

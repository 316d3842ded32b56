/** The payments that do not count until staff decide about them, those that wait longest first. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { HeldPayment } from '../../../domain/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { applicationAddress, queuePath } from '../address.ts';
import { Frame } from '../frame.tsx';
import { DeskLink } from '../links.tsx';
import { useServices } from '../services.ts';
import { LoadFailure } from '../status-pages.tsx';
import { decisionColumn, paymentColumns } from './payments.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import './lender-loans.css';

/** Read again each time the list is opened. */
const disposeAtOnce = () => undefined;

export function HeldPaymentsScreen() {
  const intl = useIntl();
  const { call } = useServices();
  const [decisions, setDecisions] = useState(0);
  const list = useResource(
    `held payments ${decisions}`,
    (signal) => call('listHeldPayments', {}, { signal }),
    disposeAtOnce,
  );
  const columns: readonly TableColumn<HeldPayment>[] = [
    {
      id: 'applicant',
      header: <FormattedMessage id="review.column.applicant" />,
      cell: ({ loan_id: loanId, name, lender_name: lender }) => (
        <span>
          <DeskLink href={applicationAddress(loanId)}>{name}</DeskLink>
          <span className="lender-loan-detail">{lender}</span>
        </span>
      ),
    },
    ...paymentColumns(({ payment }: HeldPayment) => payment),
    decisionColumn(({ loan_id: loanId, payment }) => (
      <PaymentDecision
        loanId={loanId}
        payment={payment}
        onChanged={() => setDecisions((count) => count + 1)}
      />
    )),
  ];
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.heldPayments.title' })}
      home={queuePath}
      title={<FormattedMessage id="review.heldPayments.title" />}
      lead={<FormattedMessage id="review.heldPayments.lead" />}
    >
      <Table
        caption={<FormattedMessage id="review.heldPayments.title" />}
        columns={columns}
        rows={list.value ?? []}
        rowKey={({ payment }) => payment.payment_id}
        placeholder={
          list.status === 'failed' ? (
            <LoadFailure
              title="review.heldPayments.failed"
              help="review.queue.failed.help"
              onRetry={list.retry}
            />
          ) : list.status !== 'loaded' ? (
            <Skeleton label={<FormattedMessage id="review.heldPayments.loading" />} fields={4} />
          ) : list.value.length === 0 ? (
            <p className="held-payments-none">
              <FormattedMessage id="review.heldPayments.none" />
            </p>
          ) : undefined
        }
      />
    </Frame>
  );
}

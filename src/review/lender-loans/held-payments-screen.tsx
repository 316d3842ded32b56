/** The payments that do not count until staff decide about them, those that wait longest first. */
import { useIntl } from 'react-intl';
import type { HeldPayment } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.ts';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { applicationAddress, queuePath } from '../address.ts';
import { Frame } from '../frame.tsx';
import { DeskLink } from '../links.tsx';
import { listPlaceholder } from '../list-placeholder.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import { decisionColumn, paymentColumns } from './payments.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import './lender-loans.css';

export function HeldPaymentsScreen() {
  const intl = useIntl();
  const { call } = useServices();
  const list = useApiQuery(call, 'listHeldPayments', {});
  const columns: readonly TableColumn<HeldPayment>[] = [
    {
      id: 'applicant',
      header: t('review.column.applicant'),
      className: 'lender-loan-wide held-payment-applicant',
      cell: ({ loan_id: loanId, name, lender_name: lender }) => (
        <>
          <DeskLink href={applicationAddress(loanId)}>{name}</DeskLink>
          <span className="lender-loan-detail">{lender}</span>
        </>
      ),
    },
    ...paymentColumns(({ payment }: HeldPayment) => payment),
    decisionColumn(({ loan_id: loanId, payment }) => (
      <PaymentDecision loanId={loanId} payment={payment} onChanged={() => void list.refetch()} />
    )),
  ];
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.heldPayments.title' })}
      home={queuePath}
      title={t('review.heldPayments.title')}
      lead={t('review.heldPayments.lead')}
    >
      <Table
        caption={t('review.heldPayments.title')}
        cards="plain"
        columns={columns}
        rows={list.data ?? []}
        rowKey={({ payment }) => payment.payment_id}
        placeholder={listPlaceholder({
          rows: list.data ?? null,
          hasFailed: list.isError,
          onRetry: () => void list.refetch(),
          failed: 'review.heldPayments.failed',
          loading: 'review.heldPayments.loading',
          empty: t('review.heldPayments.none'),
        })}
      />
    </Frame>
  );
}

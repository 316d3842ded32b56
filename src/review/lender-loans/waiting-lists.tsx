/** The desk's lists of decisions about approved loans that are waiting. */
import type { HeldPayment, OpenCase } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useApiQuery } from '../../data/query.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { applicationAddress, queuePath } from '../links.ts';
import { Frame, useIsWide } from '../frame.tsx';
import { ListTable } from '../list-table.tsx';
import { TimeAgo } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CaseText, CloseCase } from './cases.tsx';
import { decisionColumn, paymentColumns } from './payments.tsx';
import { PaymentDecision, type PaymentGroup, paymentGroupOf, paymentGroups } from './payment-decision.tsx';
import './lender-loans.css';

/** Lists the open cases, the longest waiting first. */
export function CasesScreen() {
  const list = useApiQuery('listOpenCases', {});
  return (
    <WaitingList
      texts={{
        title: 'review.cases.title',
        lead: 'review.cases.lead',
        loading: 'review.cases.loading',
        failed: 'review.cases.failed',
        none: 'review.cases.none',
      }}
      list={list}
      columns={[
        {
          id: 'what',
          header: t('review.case.what'),
          className: 'lender-loan-wide',
          cell: ({ case: servicingCase }) => <CaseText servicingCase={servicingCase} />,
        },
        applicantColumn(({ case: { opened_at: at } }: OpenCase) => at),
        decisionColumn(({ case: servicingCase }: OpenCase) => (
          <CloseCase servicingCase={servicingCase} onClosed={() => void list.refetch()} />
        )),
      ]}
      rowKey={({ case: { case_id: id } }) => id}
    />
  );
}

/** Lists the payments that do not count until staff decide about them, those to decide about first. */
export function HeldPaymentsScreen() {
  const list = useApiQuery('listHeldPayments', {});
  return (
    <WaitingList
      texts={{
        title: 'review.heldPayments.title',
        lead: 'review.heldPayments.lead',
        loading: 'review.heldPayments.loading',
        failed: 'review.heldPayments.failed',
        none: 'review.heldPayments.none',
      }}
      list={list}
      groupOf={({ payment }: HeldPayment) => paymentGroupOf(payment)}
      columns={[
        applicantColumn(({ payment: { paid_at: at } }: HeldPayment) => at),
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

interface OfLoan {
  /** The loan's id. All three are null if the case is about no loan, or no lender. */
  loan_id: string | null;
  /** The applicant's name. */
  name: string | null;
  lender_name: string | null;
}

interface WaitingListProps<Row extends OfLoan> {
  texts: Record<'title' | 'lead' | 'loading' | 'failed' | 'none', MessageId>;
  list: { data?: readonly Row[] | undefined; isError: boolean; refetch: () => unknown };
  groupOf?: (row: Row) => PaymentGroup;
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
}

function WaitingList<Row extends OfLoan>(props: WaitingListProps<Row>) {
  const { texts, list, groupOf = () => 'decide', columns, rowKey } = props;
  const isWide = useIsWide();
  const groups = paymentGroups
    .map((group) => ({ group, rows: list.data?.filter((row) => groupOf(row) === group) ?? [] }))
    .filter(({ rows }) => rows.length > 0 && !list.isError);
  const table = (rows: readonly Row[] | undefined) => (
    <ListTable
      caption={t(texts.title)}
      rowClassName="waiting-row"
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      hasFailed={list.isError}
      onRetry={() => void list.refetch()}
      failed={texts.failed}
      loading={texts.loading}
      empty={t(texts.none)}
    />
  );
  return (
    <Frame title={texts.title} home={queuePath} lead={isWide && t(texts.lead)}>
      {!isWide && <Disclosure title={t('review.list.help')}>{t(texts.lead)}</Disclosure>}
      {groups.length === 0 && table(list.data)}
      {groups.map(({ group, rows }) => (
        <Disclosure
          key={group}
          title={t('review.waiting.group', { group, count: rows.length })}
          startsOpen={group !== 'done'}
        >
          {table(rows)}
        </Disclosure>
      ))}
    </Frame>
  );
}

/** The applicant's and the lender's name, and how long it waits. @param sinceOf finds in a row since when it waits */
const applicantColumn = <Row extends OfLoan>(sinceOf: (row: Row) => string): TableColumn<Row> => ({
  id: 'applicant',
  header: t('review.column.applicant'),
  className: 'lender-loan-wide waiting-applicant',
  cell: (row) => (
    <>
      {row.loan_id === null ? (
        t('review.case.noLoan')
      ) : (
        <a href={applicationAddress(row.loan_id)}>{row.name}</a>
      )}{' '}
      <span className="lender-loan-detail">
        {row.lender_name && `${row.lender_name} · `}
        <TimeAgo since={sinceOf(row)} isUrgent />
      </span>
    </>
  ),
});

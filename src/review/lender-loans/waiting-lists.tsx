/** The desk's lists of decisions about approved loans that are waiting. */
import type { HeldPayment, OpenCase } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { useApiQuery } from '../../data/query.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { applicationAddress, queuePath } from '../links.ts';
import { Frame } from '../frame.tsx';
import { ListTable } from '../list-table.tsx';
import { DateTimeText, TimeAgo } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CaseText, CloseCase, FactValue } from './cases.tsx';
import { decisionColumn, paymentColumns } from './payments.tsx';
import { PaymentDecision, urgencyOf } from './payment-decision.tsx';
import './lender-loans.css';

const caseTexts = {
  title: 'review.cases.title',
  lead: 'review.cases.lead',
  loading: 'review.cases.loading',
  failed: 'review.cases.failed',
  none: 'review.cases.none',
} as const;

/** Lists the open cases, the longest waiting first. */
export function CasesScreen() {
  const list = useApiQuery('listOpenCases', {});
  return (
    <WaitingList
      texts={caseTexts}
      list={list}
      columns={[
        waitingColumn(({ case: { opened_at: at } }: OpenCase) => at),
        applicantColumn,
        {
          id: 'what',
          header: t('review.case.what'),
          className: 'lender-loan-wide',
          cell: ({ case: servicingCase }) => <CaseText servicingCase={servicingCase} />,
        },
        {
          id: 'amount',
          header: t('review.column.amount'),
          numeric: true,
          className: 'lender-loan-amount case-amount',
          cell: ({ case: { details } }) => {
            const amount = details.find(({ name }) => name === 'amount_paise');
            return amount && <FactValue name={amount.name} value={amount.said ?? amount.known} />;
          },
        },
        decisionColumn(({ case: servicingCase }: OpenCase) => (
          <CloseCase servicingCase={servicingCase} onClosed={() => void list.refetch()} />
        )),
      ]}
      rowKey={({ case: { case_id: id } }) => id}
    />
  );
}

const paymentTexts = {
  title: 'review.heldPayments.title',
  lead: 'review.heldPayments.lead',
  loading: 'review.heldPayments.loading',
  failed: 'review.heldPayments.failed',
  none: 'review.heldPayments.none',
} as const;

/** The payments that do not count until staff decide about them: those to decide about first, each part by its age. */
export function HeldPaymentsScreen() {
  const list = useApiQuery('listHeldPayments', {});
  return (
    <WaitingList
      texts={paymentTexts}
      list={{ ...list, data: list.data?.toSorted((a, b) => urgencyOf(a.payment) - urgencyOf(b.payment)) }}
      columns={[
        waitingColumn(({ payment: { paid_at: at } }: HeldPayment) => at),
        applicantColumn,
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
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
}

function WaitingList<Row extends OfLoan>({ texts, list, columns, rowKey }: WaitingListProps<Row>) {
  return (
    <Frame title={texts.title} home={queuePath} lead={t(texts.lead)}>
      <ListTable
        caption={t(texts.title)}
        columns={columns}
        rows={list.data}
        rowKey={rowKey}
        hasFailed={list.isError}
        onRetry={() => void list.refetch()}
        failed={texts.failed}
        loading={texts.loading}
        empty={t(texts.none)}
      />
    </Frame>
  );
}

/** @param sinceOf finds in a row since when it waits */
const waitingColumn = <Row,>(sinceOf: (row: Row) => string): TableColumn<Row> => ({
  id: 'waiting',
  header: t('review.column.waiting'),
  className: 'lender-loan-moment',
  cell: (row) => (
    <>
      <TimeAgo since={sinceOf(row)} isUrgent />
      <span className="lender-loan-detail">
        <DateTimeText at={sinceOf(row)} />
      </span>
    </>
  ),
});

/** The applicant's and the lender's name. */
const applicantColumn: TableColumn<OfLoan> = {
  id: 'applicant',
  header: t('review.column.applicant'),
  className: 'lender-loan-wide held-payment-applicant',
  cell: ({ loan_id: loanId, name, lender_name: lender }) => (
    <>
      {loanId === null ? t('review.case.noLoan') : <a href={applicationAddress(loanId)}>{name}</a>}
      <span className="lender-loan-detail">{lender}</span>
    </>
  ),
};

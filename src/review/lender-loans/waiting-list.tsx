/** A list of the desk of what waits for somebody's decision about loans after their approval. */
import type { MessageId } from '../../../locales/index.ts';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { applicationAddress, queuePath } from '../links.ts';
import { Frame } from '../frame.tsx';
import { listPlaceholder } from '../list-placeholder.tsx';
import { DateTimeText, TimeAgo } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import './lender-loans.css';

interface OfLoan {
  /** Null in all three where it is about no loan, or no lender. */
  loan_id: string | null;
  /** The applicant's name. */
  name: string | null;
  lender_name: string | null;
}

export interface WaitingListProps<Row extends OfLoan> {
  texts: Record<'title' | 'lead' | 'loading' | 'failed' | 'none', MessageId>;
  list: { data?: readonly Row[] | undefined; isError: boolean; refetch: () => unknown };
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
}

export function WaitingList<Row extends OfLoan>({ texts, list, columns, rowKey }: WaitingListProps<Row>) {
  return (
    <Frame title={texts.title} home={queuePath} lead={t(texts.lead)}>
      <Table
        caption={t(texts.title)}
        cards="plain"
        columns={columns}
        rows={list.data ?? []}
        rowKey={rowKey}
        placeholder={listPlaceholder({
          rows: list.data ?? null,
          hasFailed: list.isError,
          onRetry: () => void list.refetch(),
          failed: texts.failed,
          loading: texts.loading,
          empty: t(texts.none),
        })}
      />
    </Frame>
  );
}

/** @param sinceOf finds in a row since when it waits */
export const waitingColumn = <Row,>(sinceOf: (row: Row) => string): TableColumn<Row> => ({
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
export const applicantColumn = <Row extends OfLoan>(): TableColumn<Row> => ({
  id: 'applicant',
  header: t('review.column.applicant'),
  className: 'lender-loan-wide held-payment-applicant',
  cell: ({ loan_id: loanId, name, lender_name: lender }) => (
    <>
      {loanId === null ? t('review.case.noLoan') : <a href={applicationAddress(loanId)}>{name}</a>}
      <span className="lender-loan-detail">{lender}</span>
    </>
  ),
});

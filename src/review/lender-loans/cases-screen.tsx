/** The cases that nobody has closed, those that wait longest first. */
import { useIntl } from 'react-intl';
import type { OpenCase } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.ts';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { applicationAddress, queuePath } from '../address.ts';
import { Frame } from '../frame.tsx';
import { DeskLink } from '../links.tsx';
import { listPlaceholder } from '../list-placeholder.tsx';
import { useServices } from '../services.ts';
import { DateTimeText } from '../values.tsx';
import { t } from '../../i18n/text.tsx';
import { CaseText, CloseCase } from './cases.tsx';
import { decisionColumn } from './payments.tsx';
import './lender-loans.css';

export function CasesScreen() {
  const intl = useIntl();
  const { call } = useServices();
  const list = useApiQuery(call, 'listOpenCases', {});
  const columns: readonly TableColumn<OpenCase>[] = [
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
    {
      id: 'what',
      header: t('review.case.what'),
      className: 'lender-loan-wide',
      cell: ({ case: servicingCase }) => <CaseText servicingCase={servicingCase} />,
    },
    {
      id: 'since',
      header: t('review.case.since'),
      className: 'lender-loan-wide lender-loan-moment',
      cell: ({ case: { opened_at: at } }) => <DateTimeText at={at} />,
    },
    decisionColumn(({ loan_id: loanId, case: servicingCase }) => (
      <CloseCase loanId={loanId} servicingCase={servicingCase} onClosed={() => void list.refetch()} />
    )),
  ];
  return (
    <Frame
      tabTitle={intl.formatMessage({ id: 'review.cases.title' })}
      home={queuePath}
      title={t('review.cases.title')}
      lead={t('review.cases.lead')}
    >
      <Table
        caption={t('review.cases.title')}
        cards="plain"
        columns={columns}
        rows={list.data ?? []}
        rowKey={({ case: { case_id: id } }) => id}
        placeholder={listPlaceholder({
          rows: list.data ?? null,
          hasFailed: list.isError,
          onRetry: () => void list.refetch(),
          failed: 'review.cases.failed',
          loading: 'review.cases.loading',
          empty: t('review.cases.none'),
        })}
      />
    </Frame>
  );
}

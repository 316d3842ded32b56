/** The cases that nobody has closed, those that wait longest first. */
import type { OpenCase } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CaseText, CloseCase, FactValue } from './cases.tsx';
import { decisionColumn } from './payments.tsx';
import { applicantColumn, waitingColumn, WaitingList } from './waiting-list.tsx';
import './lender-loans.css';

const texts = {
  title: 'review.cases.title',
  lead: 'review.cases.lead',
  loading: 'review.cases.loading',
  failed: 'review.cases.failed',
  none: 'review.cases.none',
} as const;

const columns: readonly TableColumn<OpenCase>[] = [
  waitingColumn(({ case: { opened_at: at } }) => at),
  applicantColumn(),
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
];

export function CasesScreen() {
  const list = useApiQuery('listOpenCases', {});
  return (
    <WaitingList
      texts={texts}
      list={list}
      columns={[
        ...columns,
        decisionColumn(({ case: servicingCase }: OpenCase) => (
          <CloseCase servicingCase={servicingCase} onClosed={() => void list.refetch()} />
        )),
      ]}
      rowKey={({ case: { case_id: id } }) => id}
    />
  );
}

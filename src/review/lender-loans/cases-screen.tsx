/** The cases that nobody has closed, those that wait longest first. */
import type { OpenCase } from '../../../domain/values/wire.ts';
import { useApiQuery } from '../../data/query.tsx';
import type { TableColumn } from '../../ui/table.tsx';
import { useServices } from '../services.ts';
import { DateTimeText, TimeAgo } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CaseText, CloseCase } from './cases.tsx';
import { decisionColumn } from './payments.tsx';
import { WaitingList } from './waiting-list.tsx';
import './lender-loans.css';

const texts = {
  title: 'review.cases.title',
  lead: 'review.cases.lead',
  loading: 'review.cases.loading',
  failed: 'review.cases.failed',
  none: 'review.cases.none',
} as const;

const columns: readonly TableColumn<OpenCase>[] = [
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
    cell: ({ case: { opened_at: at } }) => (
      <>
        <DateTimeText at={at} />
        <span className="lender-loan-detail">
          <TimeAgo since={at} />
        </span>
      </>
    ),
  },
];

export function CasesScreen() {
  const { call } = useServices();
  const list = useApiQuery(call, 'listOpenCases', {});
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

/** My applications (specification, section 2): a table, which the server sorts, filters and pages. */
import { useLocation, useRouter } from '@tanstack/react-router';
import { FormattedDate, useIntl } from 'react-intl';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { MyLoan, MyLoanPage } from '../../../domain/values/wire.ts';
import { useMediaQuery } from '../../hooks/media-query.ts';
import { LoadFailed } from '../../data/load-failed.tsx';
import { type QueryResult, useApiQuery } from '../../data/query.tsx';
import { AmountScope, Money } from '../../ui/money.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Select } from '../../ui/select.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Frame } from '../frame.tsx';
import { ActionLink, nextAction, otherActions } from '../../my-loans/actions.tsx';
import { emiOf, nextPaymentFact } from '../../my-loans/loan-facts.tsx';
import { loanState, loanTone } from '../../my-loans/loan-state.ts';
import { StartApplication } from '../loans/start-application.tsx';
import { t } from '../../i18n/i18n.tsx';
import { listAddress, type ListQuery, parseListQuery, sorts, stages } from './address.ts';
import './applications.css';

const pageLength = 10;

export default function Applications() {
  const { history } = useRouter();
  const query = parseListQuery(useLocation().searchStr);
  const { page, sort, order, stage } = query;
  const isTable = useMediaQuery('(width >= 48rem)');
  const show = (next: Partial<ListQuery>) => history.push(listAddress({ ...query, page: 1, ...next }));
  const list = useApiQuery('listMyLoans', {
    query: { page, page_length: pageLength, sort, order, ...(stage && { stage }) },
  });
  return (
    <Frame title="account.applications.title" wide>
      {(list.data?.total !== 0 || stage !== null) && (
        <div className="applications-filters stack-s3">
          <StageFilter stage={stage} onStage={(next) => show({ stage: next })} />
          {!isTable && <SortSelect query={query} show={show} />}
        </div>
      )}
      <List list={list} query={query} show={show} isTable={isTable} />
    </Frame>
  );
}

const stageMessages = {
  in_progress: 'account.stage.inProgress',
  completed: 'account.stage.completed',
} as const;

function StageFilter(props: { stage: ListQuery['stage']; onStage: (stage: ListQuery['stage']) => void }) {
  const intl = useIntl();
  return (
    <Select
      id="stage"
      label={t('account.column.status')}
      prompt={intl.formatMessage({ id: 'account.stage.all' })}
      required={false}
      value={props.stage ?? ''}
      options={stages.map((stage) => ({
        value: stage,
        label: intl.formatMessage({ id: stageMessages[stage] }),
      }))}
      onValue={(value) => props.onStage(stages.find((stage) => stage === value) ?? null)}
    />
  );
}

/** Cards have no headers to sort by. */
function SortSelect({ query, show }: Pick<ListProps, 'query' | 'show'>) {
  const intl = useIntl();
  const choices = sorts.flatMap((sort) => (['desc', 'asc'] as const).map((order) => ({ sort, order })));
  const valueOf = ({ sort, order }: (typeof choices)[number]) => `${sort} ${order}`;
  return (
    <Select
      id="sort"
      label={t('account.applications.sort')}
      value={valueOf(query)}
      options={choices.map((choice) => ({
        value: valueOf(choice),
        label: intl.formatMessage({ id: 'account.applications.sort.choice' }, choice),
      }))}
      onValue={(value) => show(choices.find((choice) => valueOf(choice) === value) ?? {})}
    />
  );
}

interface ListProps {
  list: QueryResult<MyLoanPage>;
  query: ListQuery;
  show: (next: Partial<ListQuery>) => void;
  /** Says whether the window has room for a table; it shows cards otherwise. */
  isTable: boolean;
}

function List({ list, query, show, isTable }: ListProps) {
  const intl = useIntl();
  if (list.isError) return <LoadFailed onRetry={list.refetch} />;
  if (!list.data) return <ListSkeleton label={t('app.loading')} shape="rows" count={8} />;
  const { loans, page, pages, total } = list.data;
  return (
    <div className="stack applications">
      <AmountScope shown={loans}>
        <Table
          cards="plain"
          caption={t('account.applications.title')}
          columns={columns}
          rows={loans}
          rowKey={({ loan_id }) => loan_id}
          rowClassName="applications-application"
          {...(isTable && {
            sort: {
              now: { column: query.sort, order: query.order },
              onSort: ({ column, order }) =>
                show({ sort: sorts.find((one) => one === column) ?? 'date', order }),
            },
          })}
          placeholder={loans.length === 0 ? <NoApplications isFiltered={query.stage !== null} /> : undefined}
        />
      </AmountScope>
      {loans.length > 0 && (
        <Pagination
          label={intl.formatMessage({ id: 'account.pages' })}
          summary={t('account.pages.total', { count: total })}
          page={page}
          pages={pages}
          position={t('account.pages.position', { page, pages })}
          previous={t('account.pages.previous')}
          next={t('account.pages.next')}
          onPage={(to) => show({ page: to })}
        />
      )}
      {query.stage === null && <StartApplication />}
    </div>
  );
}

const NoApplications = ({ isFiltered }: { isFiltered: boolean }) => (
  <p>
    {t(isFiltered ? 'account.applications.noneFound' : 'account.applications.none')}{' '}
    {isFiltered && <a href={accountPath('applications')}>{t('account.applications.all')}</a>}
  </p>
);

/** The columns of the specification, in its order; what a parent knows a loan by leads the first. */
const columns: readonly TableColumn<MyLoan>[] = [
  {
    id: 'product',
    header: t('account.column.product'),
    cell: ({ institution_name: school, students, lender_name: lender }) => (
      <span className="applications-lines">
        <strong className="applications-school">{school ?? t('account.loan.noInstitution')}</strong>
        {students.length > 0 && <span>{students.join(', ')}</span>}
        <span className="text-muted text-small">
          {t('account.product.educationLoan')}
          {lender !== null && <> · {lender}</>}
        </span>
      </span>
    ),
  },
  {
    id: 'date',
    header: t('account.column.date'),
    sortable: true,
    isLabelled: true,
    className: 'text-small',
    cell: ({ date }) => <FormattedDate value={date} dateStyle="medium" timeZone="UTC" />,
  },
  {
    id: 'number',
    header: t('account.column.number'),
    isLabelled: true,
    className: 'text-small',
    cell: ({ loan_number: number }) => number,
  },
  {
    id: 'applied_amount',
    header: t('account.column.amount'),
    numeric: true,
    className: 'applications-figures',
    sortable: true,
    isLabelled: true,
    cell: ({ applied_amount: applied, sanctioned_amount: sanctioned }) => (
      <span>
        {applied === null ? '–' : <Money rupees={applied} />}
        {sanctioned !== null && sanctioned !== applied && (
          <span className="applications-sanctioned text-muted text-small">
            {t('account.fact.sanctioned')} <Money rupees={sanctioned} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'tenure',
    header: t('account.column.tenure'),
    numeric: true,
    className: 'applications-figures',
    isLabelled: true,
    cell: (loan) => <span>{emiOf(loan) ?? '–'}</span>,
  },
  {
    id: 'status',
    header: t('account.column.status'),
    sortable: true,
    cell: (loan) => {
      const nextPayment = nextPaymentFact(loan);
      return (
        <span className="applications-lines">
          <Pill tone={loanTone(loan)}>{t(loanState(loan))}</Pill>
          {nextPayment && (
            <span className="text-muted text-small">
              {nextPayment[0]} {nextPayment[1]}
            </span>
          )}
        </span>
      );
    },
  },
  {
    id: 'actions',
    header: t('account.column.actions'),
    cell: (loan) => {
      const next = nextAction(loan);
      return (
        <span className="applications-actions link-row">
          {next && <ActionLink action={next} loan={loan} isButton />}
          {otherActions(loan).map((action) => (
            <ActionLink key={action.label} action={action} loan={loan} />
          ))}
        </span>
      );
    },
  },
];

/** My applications (specification, section 2): a table, which the server sorts, filters and pages. */
import { useLocation, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import type { MyLoan, MyLoanPage } from '../../../domain/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { type Resource } from '../../hooks/resource-cache.ts';
import { disposeAtOnce, useResource } from '../../hooks/resource.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { Select } from '../../ui/Select.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Table, type TableColumn } from '../../ui/Table.tsx';
import { Frame } from '../frame.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { ActionLink, nextAction, otherActions } from '../../my-loans/actions.tsx';
import { factsOf, instalmentOf, LoanStudents } from '../../my-loans/loan-facts.tsx';
import { StartApplication } from '../loans/start-application.tsx';
import { useServices } from '../services.ts';
import { listAddress, type ListQuery, parseListQuery, sorts, stages } from './address.ts';
import './applications.css';

const pageLength = 10;

export default function Applications() {
  const { call } = useServices();
  const { history } = useRouter();
  const query = parseListQuery(useLocation().searchStr);
  const { page, sort, order, stage } = query;
  const show = (next: Partial<ListQuery>) => history.push(listAddress({ ...query, page: 1, ...next }));
  const list = useResource(
    listAddress(query),
    (signal) =>
      call(
        'listMyLoans',
        { query: { page, page_length: pageLength, sort, order, ...(stage && { stage }) } },
        { signal },
      ),
    disposeAtOnce,
  );
  return (
    <Frame title="account.applications.title" wide>
      <StageFilter stage={stage} onStage={(next) => show({ stage: next })} />
      <List list={list} retry={list.retry} query={query} show={show} />
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
    <div className="applications-filter">
      <Select
        id="stage"
        label={<FormattedMessage id="account.column.status" />}
        prompt={intl.formatMessage({ id: 'account.stage.all' })}
        required={false}
        value={props.stage ?? ''}
        options={stages.map((stage) => ({
          value: stage,
          label: intl.formatMessage({ id: stageMessages[stage] }),
        }))}
        onValue={(value) => props.onStage(stages.find((stage) => stage === value) ?? null)}
      />
    </div>
  );
}

interface ListProps {
  list: Resource<MyLoanPage>;
  retry: () => void;
  query: ListQuery;
  show: (next: Partial<ListQuery>) => void;
}

function List({ list, retry, query, show }: ListProps) {
  const intl = useIntl();
  if (list.status === 'failed') return <LoadFailed onRetry={retry} />;
  if (list.status !== 'loaded')
    return <ListSkeleton label={<FormattedMessage id="app.loading" />} shape="rows" count={8} />;
  const { loans, page, pages, total } = list.value;
  return (
    <div className="stack">
      <Table
        caption={<FormattedMessage id="account.applications.title" />}
        columns={columns}
        rows={loans}
        rowKey={({ loan_id }) => loan_id}
        serial={{
          header: <FormattedMessage id="account.column.serial" />,
          first: (page - 1) * pageLength + 1,
        }}
        sort={{
          now: { column: query.sort, order: query.order },
          onSort: ({ column, order }) => show({ sort: sorts.find((one) => one === column) ?? 'date', order }),
        }}
        placeholder={loans.length === 0 ? <NoApplications isFiltered={query.stage !== null} /> : undefined}
      />
      <Pagination
        label={intl.formatMessage({ id: 'account.pages' })}
        summary={<FormattedMessage id="account.pages.total" values={{ count: total }} />}
        page={page}
        pages={pages}
        position={<FormattedMessage id="account.pages.position" values={{ page, pages }} />}
        previous={<FormattedMessage id="account.pages.previous" />}
        next={<FormattedMessage id="account.pages.next" />}
        onPage={(to) => show({ page: to })}
      />
      {query.stage === null && <StartApplication />}
    </div>
  );
}

const NoApplications = ({ isFiltered }: { isFiltered: boolean }) => (
  <FormattedMessage id={isFiltered ? 'account.applications.noneFound' : 'account.applications.none'} />
);

/** The columns of the specification, in its order. */
const columns: readonly TableColumn<MyLoan>[] = [
  {
    id: 'product',
    header: <FormattedMessage id="account.column.product" />,
    className: 'applications-product',
    cell: (loan) => (
      <Cell
        below={
          <>
            <LoanStudents loan={loan} />
            <Figures loan={loan} of={['account.fact.lender']} none={null} />
          </>
        }
      >
        <FormattedMessage id="account.product.educationLoan" />
      </Cell>
    ),
  },
  {
    id: 'date',
    header: <FormattedMessage id="account.column.date" />,
    sortable: true,
    className: 'applications-whole',
    cell: ({ date }) => <FormattedDate value={date} dateStyle="medium" timeZone="UTC" />,
  },
  {
    id: 'number',
    header: <FormattedMessage id="account.column.number" />,
    className: 'applications-whole',
    cell: ({ loan_number }) => loan_number,
  },
  {
    id: 'applied_amount',
    header: <FormattedMessage id="account.column.amount" />,
    numeric: true,
    className: 'applications-number',
    sortable: true,
    cell: (loan) => <Figures loan={loan} of={['account.fact.applied', 'account.fact.sanctioned']} />,
  },
  {
    id: 'tenure',
    header: <FormattedMessage id="account.column.tenure" />,
    numeric: true,
    className: 'applications-number',
    cell: (loan) => (
      <Cell
        below={
          instalmentOf(loan) && (
            <Figure name={<FormattedMessage id="account.fact.emi" />} value={instalmentOf(loan)} />
          )
        }
      >
        {loan.tenure === null ? (
          '–'
        ) : (
          <FormattedMessage id="account.tenure" values={{ count: loan.tenure }} />
        )}
      </Cell>
    ),
  },
  {
    id: 'status',
    header: <FormattedMessage id="account.column.status" />,
    sortable: true,
    cell: (loan) => (
      <Cell
        below={
          loan.next_payment && (
            <Figures loan={loan} of={['account.fact.nextDebit', 'account.fact.nextPayment']} none={null} />
          )
        }
      >
        <FormattedMessage id={stageMessages[loan.stage]} />
      </Cell>
    ),
  },
  {
    id: 'actions',
    header: <FormattedMessage id="account.column.actions" />,
    cell: (loan) => (
      <span className="applications-actions">
        {[nextAction(loan), ...otherActions(loan)].map(
          (action) => action && <ActionLink key={action.label} action={action} loan={loan} />,
        )}
      </span>
    ),
  },
];

/** A value with what belongs to it below. */
function Cell({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className="applications-cell">
      <span>{children}</span>
      {below && <span className="applications-below">{below}</span>}
    </span>
  );
}

/** Some of the loan's figures, each by its name. */
function Figures(props: { loan: MyLoan; of: readonly MessageId[]; none?: ReactNode }) {
  const { loan, of, none = '–' } = props;
  const facts = factsOf(loan).filter(({ id }) => of.includes(id));
  if (facts.length === 0) return none;
  return (
    <span className="applications-figures">
      {facts.map(({ id, name, value }) => (
        <Figure key={id} name={name} value={value} />
      ))}
    </span>
  );
}

const Figure = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <span className="applications-figure">
    <span className="applications-name">{name}</span> <span>{value}</span>
  </span>
);

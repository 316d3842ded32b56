/** The applications themselves: searched, in pages, and as a file. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import type { MessageId } from '../../../locales/index.ts';
import { partnerStateMessages } from '../../../domain/lending/partner-states.ts';
import type { PartnerApplication, PartnerSelection, PartnerState } from '../../../domain/values/wire.ts';
import { LoadFailed } from '../../data/load-failed.tsx';
import { useApiQuery } from '../../data/query.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { useLanguage, t } from '../../i18n/i18n.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { saveCsv } from '../../ui/save-file.ts';
import './applications.css';

const pageLength = 25;

/** The contract's cap on what is searched for. */
const textMaxLength = 100;

interface ApplicationsProps {
  test: boolean;
  state: PartnerState | undefined;
  /** The controls that filter the list. */
  children: ReactNode;
}

export function Applications({ test, state, children }: ApplicationsProps) {
  const [text, setText] = useState('');
  const selection = { test, ...(state && { state }), ...(text && { text }) };
  return (
    <Card title={t('partner.applications')}>
      <Search onSearch={setText} />
      {children}
      <Pages key={JSON.stringify(selection)} selection={selection} />
      <Export selection={selection} />
    </Card>
  );
}

/** Searches when it is submitted, so that a slow connection is asked once. */
function Search({ onSearch }: { onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  const type = (text: string) => {
    setTyped(text);
    if (text === '') onSearch('');
  };
  return (
    <search>
      <form className="partner-search cluster" onSubmit={submit}>
        <SearchInput
          id="partner-text"
          label={t('partner.search')}
          hint={t('partner.search.hint')}
          maxLength={textMaxLength}
          value={typed}
          onValue={type}
        />
        <Button type="submit">{t('partner.search.submit')}</Button>
      </form>
    </search>
  );
}

function Pages({ selection }: { selection: PartnerSelection }) {
  const intl = useIntl();
  const [page, setPage] = useState(1);
  const list = useApiQuery('listPartnerApplications', {
    body: { selection, page, page_length: pageLength },
  });
  const { applications = [], total = 0 } = list.data ?? {};
  const pages = Math.max(1, Math.ceil(total / pageLength));
  return (
    <>
      <Table
        caption={t('partner.applications')}
        rows={applications}
        rowKey={({ loan_number, created_at }) => `${loan_number} ${created_at}`}
        serial={{
          header: t('partner.column.serial'),
          first: (page - 1) * pageLength + 1,
        }}
        busy={list.isPending}
        placeholder={
          list.isError ? (
            <LoadFailed help="partner.failed" onRetry={list.refetch} />
          ) : !list.data ? (
            <ListSkeleton label={t('partner.loading')} shape="rows" count={8} />
          ) : applications.length === 0 ? (
            <p className="text-muted">{t('partner.none')}</p>
          ) : undefined
        }
        rowClassName="partner-row"
        cards="plain"
        columns={columnsOf(intl).map((column) => ({ ...column, className: `partner-cell-${column.id}` }))}
      />
      <Pagination
        label={intl.formatMessage({ id: 'partner.pages' })}
        page={page}
        pages={pages}
        position={t('partner.pages.position', { page, pages })}
        previous={t('partner.pages.previous')}
        next={t('partner.pages.next')}
        onPage={setPage}
      />
    </>
  );
}

/** A parent or the institution does something next only where documents are missing. */
const tones: Partial<Record<PartnerState, PillTone>> = {
  submitted: 'running',
  with_lender: 'running',
  under_review: 'running',
  in_progress: 'running',
  pending: 'waiting',
  approved: 'good',
  disbursed: 'good',
  rejected: 'bad',
};

const columnsOf = (intl: IntlShape): readonly TableColumn<PartnerApplication>[] => [
  {
    id: 'student',
    header: t('partner.column.student'),
    cell: ({ students }) => <Students students={students} />,
  },
  {
    id: 'applicant',
    header: t('partner.column.name'),
    cell: ({ name }) => name,
  },
  {
    id: 'number',
    header: t('partner.column.number'),
    cell: ({ loan_number }) => <span className="number partner-number">{loan_number}</span>,
  },
  {
    id: 'date',
    header: t('partner.column.date'),
    cell: ({ created_at }) => (
      <span className="number partner-number">
        {intl.formatDate(created_at, { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })}
      </span>
    ),
  },
  {
    id: 'state',
    header: t('partner.column.status'),
    cell: ({ state }) => <Pill tone={tones[state]}>{t(partnerStateMessages[state])}</Pill>,
  },
  {
    id: 'fee',
    header: t('partner.column.fee'),
    numeric: true,
    cell: ({ order_value: fee }) =>
      fee !== null && (
        <span className="partner-student">
          <PhoneLabel id="partner.column.fee" />
          <Money rupees={fee} />
        </span>
      ),
  },
  {
    id: 'payout',
    header: t('partner.column.payout'),
    numeric: true,
    cell: (one) => <Payout application={one} />,
  },
];

/** A line for each: the name, with class and roll number below it. */
function Students({ students }: Pick<PartnerApplication, 'students'>) {
  return students.map(({ name, course, roll_number: roll }, index) => (
    <span key={index} className="partner-student">
      <strong>{name}</strong>
      <span className="text-muted">
        {course}
        {course && roll && ' · '}
        {roll && t('partner.roll', { roll })}
      </span>
    </span>
  ));
}

/** Labels an amount in a card, which has two; the table has column headers. */
const PhoneLabel = ({ id }: { id: MessageId }) => (
  <span className="partner-label text-muted" aria-hidden="true">
    {t(id)}
  </span>
);

/** Shows the amount that the institution received, the date, and the bank's reference of the transfer. */
function Payout({
  application: { disbursed_amount: amount, disbursed_on: day, disbursal_utr: utr },
}: {
  application: PartnerApplication;
}) {
  const intl = useIntl();
  if (amount === null || day === null) return null;
  return (
    <span className="partner-student">
      <PhoneLabel id="partner.column.payout" />
      <Money rupees={amount} />
      <span className="text-muted number partner-number">
        {intl.formatDate(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })}
      </span>
      {utr !== null && <span className="text-muted">{t('partner.utr', { utr })}</span>}
    </span>
  );
}

/** Saves the selected applications as a file. */
function Export({ selection }: { selection: PartnerSelection }) {
  const { language } = useLanguage();
  const { isPending, error, mutate } = useApiMutation('exportPartnerApplications', ({ csv }) =>
    saveCsv('applications.csv', csv),
  );
  return (
    <>
      <div>
        <Button busy={isPending} onPress={() => mutate({ body: { selection, language } })}>
          {t('partner.export')}
        </Button>
      </div>
      {error && <Banner kind="notice" title={t('partner.export.failed')} />}
    </>
  );
}

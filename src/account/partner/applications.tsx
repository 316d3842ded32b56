/** The applications themselves, in pages, and as a file. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LoanStatus } from '../../../domain/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { saveCsv } from '../save-file.ts';
import { useServices } from '../services.ts';
import { LoadFailed } from '../load-failed.tsx';
import { statusLabels } from './status-labels.ts';

const pageLength = 25;

interface ApplicationsProps {
  test: boolean;
  status: LoanStatus | undefined;
}

export function Applications({ test, status }: ApplicationsProps) {
  const intl = useIntl();
  const { call } = useServices();
  const [page, setPage] = useState(1);
  const selection = { test, ...(status && { status }) };
  const list = useResource(`partner/applications/${test}/${status ?? ''}/${page}`, (signal) =>
    call('listPartnerApplications', { query: { ...selection, page, page_length: pageLength } }, { signal }),
  );
  const { applications = [], total = 0 } = list.value ?? {};
  const pages = Math.max(1, Math.ceil(total / pageLength));
  return (
    <Card title={<FormattedMessage id="partner.applications" />}>
      {total > 0 && <Export selection={selection} />}
      <Table
        caption={<FormattedMessage id="partner.applications" />}
        rows={applications}
        rowKey={({ loan_number, created_at }) => `${loan_number} ${created_at}`}
        serial={{
          header: <FormattedMessage id="partner.column.serial" />,
          first: (page - 1) * pageLength + 1,
        }}
        busy={list.status === 'loading'}
        placeholder={
          list.status === 'failed' ? (
            <LoadFailed help="partner.failed" onRetry={list.retry} />
          ) : !list.value ? (
            <ListSkeleton label={<FormattedMessage id="partner.loading" />} shape="rows" count={8} />
          ) : applications.length === 0 ? (
            <p className="text-muted">
              <FormattedMessage id="partner.none" />
            </p>
          ) : undefined
        }
        columns={[
          {
            id: 'name',
            header: <FormattedMessage id="partner.column.name" />,
            cell: ({ name }) => name,
          },
          {
            id: 'number',
            header: <FormattedMessage id="partner.column.number" />,
            cell: ({ loan_number }) => loan_number,
          },
          {
            id: 'date',
            header: <FormattedMessage id="partner.column.date" />,
            cell: ({ created_at }) =>
              intl.formatDate(created_at, { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }),
          },
          {
            id: 'status',
            header: <FormattedMessage id="partner.column.status" />,
            cell: ({ status: now }) => <FormattedMessage id={statusLabels[now]} />,
          },
        ]}
      />
      <Pagination
        label={intl.formatMessage({ id: 'partner.pages' })}
        page={page}
        pages={pages}
        position={<FormattedMessage id="partner.pages.position" values={{ page, pages }} />}
        previous={<FormattedMessage id="partner.pages.previous" />}
        next={<FormattedMessage id="partner.pages.next" />}
        onPage={setPage}
      />
    </Card>
  );
}

/** Saves the selected applications as a file. */
function Export({ selection }: { selection: { test: boolean; status?: LoanStatus } }) {
  const { call } = useServices();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const save = async () => {
    setState('loading');
    const { signal } = new AbortController();
    const outcome = await call('exportPartnerApplications', { query: selection }, { signal });
    if (outcome.kind === 'ok') saveCsv('applications.csv', outcome.value.csv);
    setState(outcome.kind === 'ok' ? 'idle' : 'failed');
  };
  return (
    <>
      <div>
        <Button busy={state === 'loading'} onPress={() => void save()}>
          <FormattedMessage id="partner.export" />
        </Button>
      </div>
      {state === 'failed' && <Banner kind="notice" title={<FormattedMessage id="partner.export.failed" />} />}
    </>
  );
}

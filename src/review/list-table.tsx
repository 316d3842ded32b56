/** A list of the desk: its table, or in its place that it is loading, that it has failed, or that it is empty. */
import type { ReactNode } from 'react';
import type { MessageId } from '../../locales/index.ts';
import { ListSkeleton } from '../ui/skeleton.tsx';
import { Table, type TableProps } from '../ui/table.tsx';
import { t } from '../i18n/i18n.tsx';
import { LoadFailure } from './status-pages.tsx';
import './list-table.css';

export interface ListTableProps<Row> extends Omit<TableProps<Row>, 'rows' | 'cards' | 'placeholder'> {
  /** The rows; undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** The message that says what has failed. */
  failed: MessageId;
  loading: MessageId;
  /** The reason for which there are no rows. */
  empty: ReactNode;
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { rows = [], hasFailed, onRetry, failed, loading, empty, ...table } = props;
  const waiting = props.rows ? null : <ListSkeleton label={t(loading)} shape="rows" count={8} />;
  const placeholder = hasFailed ? <LoadFailure title={failed} onRetry={onRetry} /> : waiting;
  return (
    <Table
      {...table}
      cards="plain"
      rows={rows}
      placeholder={placeholder ?? (rows.length === 0 && <div className="list-empty">{empty}</div>)}
    />
  );
}

/** A table of records, on a phone a list of cards: serial numbers, sortable headers, a placeholder without rows. */
import type { ReactNode } from 'react';
import { ChevronIcon } from './icons.tsx';
import './table.css';

export type TableColumn<Row> = {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** True for a column aligned at the end, with digits of one width. */
  numeric?: boolean;
  /** True if the column's header sorts the table, see `sort`. */
  sortable?: boolean;
  /** True for the column whose values are the headings of the cards; they have no label then. */
  isHeading?: boolean;
  /** True where its values have its header also in a card that is not labelled. */
  isLabelled?: boolean;
  /** The class of the column's cells, which arranges them in cards without labels. */
  className?: string;
};

export type TableSort = { column: string; order: 'asc' | 'desc' };

export type TableProps<Row> = {
  /** The name of the table for screen readers. */
  caption: ReactNode;
  /** A column of actions is one more column, whose cells are buttons or links. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowClassName?: string;
  /** A column that numbers the rows; `first` is the number of the page's first row. */
  serial?: { header: ReactNode; first: number };
  /** The current order, and the callback for the next one when a header is pressed; not for cards. */
  sort?: { now: TableSort; onSort: (next: TableSort) => void };
  /** True if the rows are about to be replaced. */
  busy?: boolean;
  /** Shown in place of the table: that it is loading, that there is nothing, or that it could not be loaded. */
  placeholder?: ReactNode;
  /** The values of a 'labelled' card have their column's header; the cells of a 'plain' one are arranged by classes. */
  cards?: 'labelled' | 'plain';
};

export function Table<Row>({ busy = false, placeholder, ...table }: TableProps<Row>) {
  return (
    <div className="table-region" aria-busy={busy}>
      {placeholder || <Rows {...table} />}
    </div>
  );
}

/** The roles are explicit: styles that make cards of rows remove them in some browsers. */
function Rows<Row>(props: Omit<TableProps<Row>, 'busy' | 'placeholder'>) {
  const { caption, columns, rows, rowKey, rowClassName = '', serial, sort, cards = 'labelled' } = props;
  const label = (header: ReactNode, isLabelled = false) =>
    (isLabelled || cards === 'labelled') && (
      <span className="table-label" aria-hidden="true">
        {header}
      </span>
    );
  return (
    <table className={`table table-${cards}`} role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {serial && (
            <th scope="col" role="columnheader" className="table-number">
              {serial.header}
            </th>
          )}
          {columns.map((column) => (
            <Header key={column.id} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={rowKey(row)} role="row" className={`table-row ${rowClassName}`}>
            {serial && (
              <td role="cell" className="text-muted table-number table-serial">
                {label(serial.header)}
                {serial.first + index}
              </td>
            )}
            {columns.map(({ id, header, cell, numeric, isHeading, isLabelled, className = '' }) => (
              <td
                key={id}
                role="cell"
                className={`${numeric ? 'table-number ' : ''}${isHeading ? 'table-heading ' : ''}${className}`}
              >
                {!isHeading && label(header, isLabelled)}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Header<Row>({
  column: { id, header, numeric, sortable },
  sort,
}: {
  column: TableColumn<Row>;
  sort: TableProps<Row>['sort'];
}) {
  const className = numeric ? 'table-number' : undefined;
  if (!sort || !sortable) {
    return (
      <th scope="col" role="columnheader" className={className}>
        {header}
      </th>
    );
  }
  const { now, onSort } = sort;
  const order = now.column === id ? now.order : undefined;
  return (
    <th
      scope="col"
      role="columnheader"
      className={className}
      aria-sort={order === undefined ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        className="table-sort"
        data-order={order}
        onClick={() => onSort({ column: id, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {header}
        <ChevronIcon />
      </button>
    </th>
  );
}

import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Table, type TableProps } from './table.tsx';

type Row = { id: string; name: string; amount: number };

const table: TableProps<Row> = {
  caption: 'Loans',
  columns: [
    { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
    { id: 'amount', header: 'Amount', cell: ({ amount }) => amount, numeric: true, sortable: true },
    { id: 'actions', header: 'Actions', cell: ({ id }) => <a href={`/${id}`}>View</a> },
  ],
  rows: [
    { id: 'a', name: 'First', amount: 7 },
    { id: 'b', name: 'Second', amount: 9 },
  ],
  rowKey: ({ id }) => id,
};

const markupOf = (props: Partial<TableProps<Row>> = {}) =>
  renderToStaticMarkup(<Table {...table} {...props} />);
const headersIn = (markup: string) => [...markup.matchAll(/<th [^>]*>/g)].map(([tag]) => tag);

describe('a table', () => {
  it('numbers its rows from the first of its page', () => {
    const numbers = [
      ...markupOf({ serial: { header: 'No.', first: 26 } }).matchAll(/table-serial">.*?<\/span>(\d+)<\/td>/g),
    ];
    expect(numbers.map(([, number]) => number)).toEqual(['26', '27']);
    expect(markupOf()).not.toContain('table-serial');
  });

  it('says by which column it is sorted, and offers the other columns that can be', () => {
    const sort = { now: { column: 'amount', order: 'desc' as const }, onSort: () => {} };
    const headers = headersIn(markupOf({ sort }));
    expect(headers.map((tag) => /aria-sort="(\w+)"/.exec(tag)?.[1])).toEqual([
      'none',
      'descending',
      undefined,
    ]);
    expect(markupOf({ sort }).match(/<button/g)).toHaveLength(2);
    expect(markupOf()).not.toMatch(/aria-sort|<button/);
  });

  it('repeats the header in labelled cards, where screen readers have it already', () => {
    expect(markupOf().match(/aria-hidden="true">Amount</g)).toHaveLength(2);
    expect(markupOf({ cards: 'plain' })).not.toContain('table-label"');
  });

  it('is replaced by its placeholder, and says that it is busy', () => {
    const markup = markupOf({ placeholder: <p>Nothing here</p>, busy: true });
    expect(markup).toBe('<div class="table-region" aria-busy="true"><p>Nothing here</p></div>');
  });
});

/** The book of a loan at its lender: what is owed today, and each entry with its postings, the latest first. */
import type { ReactNode } from 'react';
import type { BookEntry } from '../../../domain/values/wire.ts';
import { bookAccounts } from '../../../domain/servicing/book.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { formatPaise } from '../../ui/money.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { t } from '../../i18n/i18n.tsx';
import { DateText } from '../values.tsx';
import './lender-loans.css';

type Row = Omit<BookEntry, 'kind'> & { id: string; kind: BookEntry['kind'] | 'balance' };

export function Book({ entries }: { entries: readonly BookEntry[] }) {
  const rows = entries.map((entry, index): Row => ({ ...entry, id: String(index) })).toReversed();
  return (
    <Disclosure title={t('review.book', { count: entries.length })}>
      <Table
        caption={t('review.book', { count: entries.length })}
        cards="plain"
        columns={columns}
        rows={[balanceRow(entries), ...rows]}
        rowKey={({ id }) => id}
      />
    </Disclosure>
  );
}

function balanceRow(entries: readonly BookEntry[]): Row {
  const postings = bookAccounts.map((account) => [
    account,
    entries.reduce((sum, { postings_paise: of }) => sum + (of[account] ?? 0), 0),
  ]);
  const { on } = entries.at(-1) ?? { on: '' };
  return {
    ...{ id: 'balance', on, kind: 'balance', reference: null, invoice: null },
    postings_paise: Object.fromEntries(postings),
  };
}

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'what',
    header: t('review.book.what'),
    cell: ({ kind, invoice, reference }) => (
      <>
        {t('review.book.entry', { kind })}
        {invoice && (
          <span className="lender-loan-detail">
            {t('review.invoice.for', { kind: invoice.kind, number: invoice.number })}
          </span>
        )}
        {reference && <span className="lender-loan-detail lender-loan-reference">{reference}</span>}
      </>
    ),
  },
  {
    id: 'on',
    header: t('review.book.on'),
    className: 'lender-loan-moment',
    cell: ({ on, kind }) => kind !== 'balance' && <DateText at={on} />,
  },
  {
    id: 'postings',
    header: t('review.book.postings'),
    className: 'lender-loan-wide',
    cell: ({ postings_paise: postings }) => (
      <dl className="lender-loan-postings">
        {bookAccounts.map((account) => {
          const amount = postings[account];
          return amount ? (
            <Posting key={account} name={t('review.book.account', { account })} paise={amount} />
          ) : null;
        })}
      </dl>
    ),
  },
];

function Posting({ name, paise }: { name: ReactNode; paise: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{paise < 0 ? `−${formatPaise(-paise)}` : formatPaise(paise)}</dd>
    </div>
  );
}

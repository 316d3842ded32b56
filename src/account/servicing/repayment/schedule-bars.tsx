/**
 * The instalments as a picture: a column for each, as high as its amount, with that amount where there is room and the
 * month below. What is paid is pale, what comes next has its day above it, and the years are marked.
 */
import { FormattedDate } from 'react-intl';
import type { Invoice } from '../../../../domain/values/wire.ts';
import { Legend, type LegendKey } from '../../../ui/legend.tsx';
import { formatRupees } from '../../../ui/money.tsx';
import { t } from '../../../i18n/text.tsx';
import { countInstalments, yearsOf } from './schedule-columns.ts';
import './schedule-bars.css';

const keys: readonly LegendKey[] = [
  { part: 'principal', name: t('servicing.invoice.principal') },
  { part: 'interest', name: t('servicing.invoice.interest') },
  { part: 'paid', name: t('servicing.invoices.legend') },
];

const overdueKey: LegendKey = {
  part: 'overdue',
  name: t('servicing.invoice.overdue'),
};

/** Many columns stand closer together. */
const denseFrom = 24;
/** The share of the width that a year needs for its digits. */
const labelledShare = 0.14;

/** So many columns have room for the amount above each, and for the name of the month below. */
const labelledUpTo = { amounts: 6, months: 12 };

/** The caption and the table say the same in words: the columns are hidden from screen readers. */
export function ScheduleBars({ invoices: all }: { invoices: readonly Invoice[] }) {
  const invoices = all.filter(({ kind }) => kind === 'instalment');
  const largest = Math.max(1, ...invoices.map(({ amount_paise: amount }) => amount));
  const share = (paise: number) => ({ height: `${(paise / largest) * 100}%` });
  const next = invoices.findIndex(({ state }) => state === 'unpaid');
  const last = invoices.at(-1);
  return (
    <figure className="schedule">
      <figcaption className="schedule-caption">
        <strong>{t('servicing.invoices.summary', countInstalments(all))}</strong>
      </figcaption>
      <div
        className="schedule-picture"
        data-dense={invoices.length > denseFrom || undefined}
        aria-hidden="true"
      >
        <NextDay invoices={invoices} next={next} />
        <div className="schedule-bars">
          {invoices.map((invoice, index) => (
            <span
              key={`${invoice.number} ${invoice.due_on}`}
              className="schedule-bar"
              data-state={invoice.overdue ? 'overdue' : invoice.state}
              data-next={index === next || undefined}
            >
              {invoices.length <= labelledUpTo.amounts && (
                <small>{formatRupees(Math.round(invoice.amount_paise / 100))}</small>
              )}
              <span data-part="interest" style={share(invoice.amount_paise - invoice.principal_paise)} />
              <span data-part="principal" style={share(invoice.principal_paise)} />
            </span>
          ))}
        </div>
        {invoices.length <= labelledUpTo.months ? (
          <Months invoices={invoices} />
        ) : (
          <>
            <Years invoices={invoices} />
            <p className="schedule-ends">
              {[invoices[0], last].map(
                (invoice, index) =>
                  invoice && (
                    <span key={index}>
                      <FormattedDate value={invoice.due_on} month="short" year="numeric" timeZone="UTC" />
                    </span>
                  ),
              )}
            </p>
          </>
        )}
      </div>
      <Legend keys={invoices.some(({ overdue }) => overdue) ? [...keys, overdueKey] : keys} />
    </figure>
  );
}

/** Below each column its month. */
const Months = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <div
    className="schedule-months"
    style={{ gridTemplateColumns: `repeat(${invoices.length}, minmax(0, 1fr))` }}
  >
    {invoices.map(({ number, due_on: dueOn }) => (
      <span key={`${number} ${dueOn}`}>
        <FormattedDate
          value={dueOn}
          month={invoices.length > labelledUpTo.amounts ? 'narrow' : 'short'}
          timeZone="UTC"
        />
      </span>
    ))}
  </div>
);

/** Above the column of what is due next, towards the middle of the picture. */
function NextDay({ invoices, next }: { invoices: readonly Invoice[]; next: number }) {
  const invoice = invoices[next];
  if (!invoice) return null;
  const isInFirstHalf = next < invoices.length / 2;
  const before = isInFirstHalf ? next : invoices.length - 1 - next;
  const inset = `${(before / invoices.length) * 100}%`;
  return (
    <p
      className="schedule-next"
      style={isInFirstHalf ? { paddingInlineStart: inset } : { paddingInlineEnd: inset, textAlign: 'end' }}
    >
      <FormattedDate value={invoice.due_on} dateStyle="medium" timeZone="UTC" />
    </p>
  );
}

/** Below the columns, where they are of several years: each year from its first column on. */
function Years({ invoices }: { invoices: readonly Invoice[] }) {
  const years = yearsOf(invoices);
  if (years.length < 2) return null;
  return (
    <div
      className="schedule-years"
      style={{ gridTemplateColumns: `repeat(${invoices.length}, minmax(0, 1fr))` }}
    >
      {years.map(({ year, count }) => (
        <span key={year} style={{ gridColumn: `span ${count}` }}>
          {count / invoices.length >= labelledShare && year}
        </span>
      ))}
    </div>
  );
}

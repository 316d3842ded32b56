/** The instalments as bars over time: what is paid is pale, what comes next has its day above it. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import type { Invoice } from '../../../../domain/wire.ts';
import { Legend, type LegendKey } from '../../../ui/Legend.tsx';
import './schedule-bars.css';

const keys: readonly LegendKey[] = [
  { part: 'principal', name: <FormattedMessage id="servicing.invoice.principal" /> },
  { part: 'interest', name: <FormattedMessage id="servicing.invoice.interest" /> },
  { part: 'paid', name: <FormattedMessage id="servicing.invoices.legend" /> },
];

const overdueKey: LegendKey = {
  part: 'overdue',
  name: <FormattedMessage id="servicing.invoice.overdue" />,
};

/** Many bars stand closer together. */
const denseFrom = 24;

/** The caption and the table say the same in words: the bars are hidden from screen readers. */
export function ScheduleBars({ invoices }: { invoices: readonly Invoice[] }) {
  const highest = Math.max(1, ...invoices.map(({ amount_paise: amount }) => amount));
  const share = (paise: number) => ({ height: `${(paise / highest) * 100}%` });
  const next = invoices.findIndex(({ state }) => state === 'unpaid');
  const paid = invoices.filter(({ state }) => state === 'paid').length;
  return (
    <figure className="schedule">
      <figcaption className="schedule-caption">
        <FormattedMessage id="servicing.invoices.summary" values={{ paid, count: invoices.length }} />
      </figcaption>
      <div aria-hidden="true">
        <NextDay invoices={invoices} next={next} />
        <div className="schedule-bars" data-dense={invoices.length > denseFrom || undefined}>
          {invoices.map(
            (
              { number, due_on: dueOn, principal_paise: principal, interest_paise: interest, state, overdue },
              index,
            ) => (
              <span
                key={`${number} ${dueOn}`}
                className="schedule-bar"
                data-state={overdue ? 'overdue' : state}
                data-next={index === next || undefined}
              >
                <span data-part="interest" style={share(interest)} />
                <span data-part="principal" style={share(principal)} />
              </span>
            ),
          )}
        </div>
        <p className="schedule-ends">
          {[invoices[0], invoices.at(-1)].map(
            (invoice, index) =>
              invoice && (
                <span key={index}>
                  <FormattedDate value={invoice.due_on} month="short" year="numeric" timeZone="UTC" />
                </span>
              ),
          )}
        </p>
      </div>
      <Legend keys={invoices.some(({ overdue }) => overdue) ? [...keys, overdueKey] : keys} />
    </figure>
  );
}

/** Above the bar of what is due next, towards the middle of the picture. */
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

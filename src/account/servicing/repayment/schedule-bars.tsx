/** Principal and interest of each instalment as bars over time; those that are paid are pale. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import type { Invoice } from '../../../../domain/wire.ts';
import './schedule-bars.css';

/** The table has the same in words: the picture is hidden from screen readers. */
export function ScheduleBars({ invoices }: { invoices: readonly Invoice[] }) {
  const highest = Math.max(1, ...invoices.map(({ amount_paise: amount }) => amount));
  const share = (paise: number) => ({ height: `${(paise / highest) * 100}%` });
  return (
    <div className="schedule" aria-hidden="true">
      <div className="schedule-bars">
        {invoices.map(
          ({ number, due_on: dueOn, principal_paise: principal, interest_paise: interest, state }) => (
            <span key={`${number} ${dueOn}`} className="schedule-bar" data-state={state}>
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
      <p className="schedule-legend">
        <span data-part="principal">
          <FormattedMessage id="servicing.invoice.principal" />
        </span>
        <span data-part="interest">
          <FormattedMessage id="servicing.invoice.interest" />
        </span>
        <span data-part="paid">
          <FormattedMessage id="servicing.invoices.legend" />
        </span>
      </p>
    </div>
  );
}

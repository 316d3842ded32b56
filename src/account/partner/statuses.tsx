/** How many applications there are of each status; one that is pressed narrows the list to it. */
import { FormattedMessage, FormattedNumber } from 'react-intl';
import type { LoanStatus } from '../../../domain/wire.ts';
import { statuses, statusLabels } from './status-labels.ts';
import './statuses.css';

interface StatusesProps {
  counts: readonly { status: LoanStatus; count: number }[];
  chosen: LoanStatus | undefined;
  onChoose: (status: LoanStatus | undefined) => void;
}

export function Statuses({ counts, chosen, onChoose }: StatusesProps) {
  const countOf = (status: LoanStatus) => counts.find((one) => one.status === status)?.count ?? 0;
  return (
    <ul className="status-counts">
      {statuses.map((status) => (
        <li key={status}>
          <button
            type="button"
            className="status-count"
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <strong className="status-count-number">
              <FormattedNumber value={countOf(status)} />
            </strong>
            <FormattedMessage id={statusLabels[status]} />
          </button>
        </li>
      ))}
    </ul>
  );
}

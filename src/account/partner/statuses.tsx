/** How many applications there are in each state; one that is pressed narrows the list to it. */
import { FormattedMessage, FormattedNumber } from 'react-intl';
import { partnerStateMessages, partnerStates } from '../../../domain/partner-states.ts';
import type { PartnerState } from '../../../domain/wire.ts';
import './statuses.css';

interface StatusesProps {
  counts: readonly { state: PartnerState; count: number }[];
  chosen: PartnerState | undefined;
  onChoose: (state: PartnerState | undefined) => void;
}

export function Statuses({ counts, chosen, onChoose }: StatusesProps) {
  const countOf = (state: PartnerState) => counts.find((one) => one.state === state)?.count ?? 0;
  return (
    <ul className="status-counts">
      {partnerStates.map((state) => (
        <li key={state}>
          <button
            type="button"
            className="status-count"
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? undefined : state)}
          >
            <strong className="status-count-number">
              <FormattedNumber value={countOf(state)} />
            </strong>
            <FormattedMessage id={partnerStateMessages[state]} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How many applications there are in each state; one that is pressed narrows the list to it. */
import { FormattedNumber, useIntl } from 'react-intl';
import { partnerStateMessages, partnerStates } from '../../../domain/lending/partner-states.ts';
import type { PartnerState } from '../../../domain/values/wire.ts';
import { t } from '../../i18n/text.tsx';
import './statuses.css';

interface StatusesProps {
  counts: readonly { state: PartnerState; count: number }[];
  chosen: PartnerState | undefined;
  onChoose: (state: PartnerState | undefined) => void;
}

/** States that no application is in are left out. */
export function Statuses({ counts, chosen, onChoose }: StatusesProps) {
  const intl = useIntl();
  const countOf = (state: PartnerState) => counts.find((one) => one.state === state)?.count ?? 0;
  return (
    <ul className="cluster" aria-label={intl.formatMessage({ id: 'partner.statuses' })}>
      {partnerStates
        .filter((state) => countOf(state) > 0 || state === chosen)
        .map((state) => (
          <li key={state}>
            <button
              type="button"
              className="status-filter"
              aria-pressed={chosen === state}
              onClick={() => onChoose(chosen === state ? undefined : state)}
            >
              {t(partnerStateMessages[state])}{' '}
              <strong className="status-filter-count">
                <FormattedNumber value={countOf(state)} />
              </strong>
            </button>
          </li>
        ))}
    </ul>
  );
}

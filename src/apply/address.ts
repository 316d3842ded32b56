/**
 * The address and the wizard stay one, in this one place: where the wizard goes, the address follows; where Back
 * and Forward lead, the wizard is asked to go, and what it refuses is corrected.
 */
import type { RouterHistory } from '@tanstack/react-router';
import { type Place, placeOf, type WizardSnapshot } from '../../machines/wizard.ts';
import type { Wizard } from './actor.tsx';
import { addressOf, placeAt } from './screens.tsx';

export interface Tie {
  wizard: Wizard;
  history: RouterHistory;
  /** What every address carries: empty, or beginning with '?'. */
  search: string;
  /** Back or Forward led to another loan's address. */
  onOtherLoan: () => void;
  /** The wizard stands at another place than before. */
  onArrival: (place: Place) => void;
}

/** Ties them until the page goes. */
export function tieAddress({ wizard, history, search, onOtherLoan, onArrival }: Tie): void {
  let last: Place | null = null;
  let travelling = false;
  // Whether a person has acted where no place was shown, as in opening an application on another device.
  let acted = false;

  const echo = (now: WizardSnapshot) => {
    const place = placeOf(now);
    if (place === null) {
      acted ||= !now.hasTag('busy');
      return;
    }
    const address = addressOf(place, now.context.loanId) + search;
    if (address !== history.location.pathname + history.location.search) {
      // A step that a person made can be gone back on; a correction leaves no trace.
      if (last === null || travelling) history.replace(address);
      else history.push(address);
    }
    const arrived = (last !== null || acted) && place !== last;
    last = place;
    if (arrived) onArrival(place);
  };

  history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    const asked = placeAt(location.pathname);
    if (asked === null) return;
    const { loanId } = wizard.getSnapshot().context;
    if (asked.loanId !== null && asked.loanId !== loanId) return onOtherLoan();
    travelling = true;
    wizard.send({ type: 'xstate.route', to: `#${asked.place}` });
    echo(wizard.getSnapshot());
    travelling = false;
  });

  wizard.subscribe(echo);
  echo(wizard.getSnapshot());
}

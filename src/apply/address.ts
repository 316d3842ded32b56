/**
 * Keeps the address and the wizard in sync. The address follows the wizard's step. Back and Forward send the wizard an
 * event; if it refuses the step, the address is corrected.
 */
import type { RouterHistory } from '@tanstack/react-router';
import { addressOf, type Place, placeAt, routeTo } from '../../domain/steps.ts';
import { placeOf, type WizardSnapshot } from '../../machines/wizard.ts';
import type { Wizard } from './wizard-actor.tsx';

export interface UrlSync {
  wizard: Wizard;
  history: RouterHistory;
  /** The query string that every address carries: empty, or beginning with '?'. */
  search: string;
  /** Back or Forward led to another loan's address. */
  onOtherLoan: () => void;
}

export function syncUrlWithWizard({ wizard, history, search, onOtherLoan }: UrlSync): void {
  let lastPlace: Place | null = null;
  let isHandlingPopState = false;

  const syncUrl = (snapshot: WizardSnapshot) => {
    const place = placeOf(snapshot);
    if (place === null) return;
    const address = addressOf(place, snapshot.context.loanId) + search;
    if (address !== history.location.pathname + history.location.search) {
      // A step that a person takes gets a history entry, a correction does not.
      if (lastPlace === null || isHandlingPopState) history.replace(address);
      else history.push(address);
    }
    lastPlace = place;
  };

  history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    const requested = placeAt(location.pathname);
    if (requested === null) return;
    const { loanId } = wizard.getSnapshot().context;
    if (requested.loanId !== null && requested.loanId !== loanId) return onOtherLoan();
    isHandlingPopState = true;
    wizard.send(routeTo(requested.place));
    syncUrl(wizard.getSnapshot());
    isHandlingPopState = false;
  });

  wizard.subscribe(syncUrl);
  syncUrl(wizard.getSnapshot());
}

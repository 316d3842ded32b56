/**
 * Keeps the address and the wizard in sync. The address follows the wizard's step. Back and Forward send the wizard an
 * event; if it refuses the step, the address is corrected: after Back by a new entry, so that the entry that Back led
 * to is kept and the next Back leads there. The status screen never goes back to its steps: their entries are replaced,
 * so that Back leads past them.
 */
import type { RouterHistory } from '@tanstack/react-router';
import { addressOf, type Place, placeAt, routeTo } from '../../../domain/pages/steps.ts';
import { isStatusScreen, placeOf, type WizardSnapshot } from '../../../machines/wizard.ts';
import type { Wizard } from './wizard.tsx';

export interface UrlSyncOptions {
  wizard: Wizard;
  history: RouterHistory;
  /** The query string that every address carries: empty, or beginning with '?'. */
  search: string;
  /** The prefix of the steps' addresses; empty in the embedded flow. */
  base?: string;
  /** Called if Back or Forward led to another loan's address. */
  onOtherLoan: () => void;
}

/** @returns a function that stops the synchronization */
export function syncUrlWithWizard({
  wizard,
  history,
  search,
  base = '',
  onOtherLoan,
}: UrlSyncOptions): () => void {
  let lastPlace: Place | null = null;
  /** The way a correction enters the history during Back, Forward or a jump. */
  let correction: 'push' | 'replace' | null = null;

  const syncUrl = (snapshot: WizardSnapshot) => {
    const place = placeOf(snapshot);
    if (place === null) return;
    const address = addressOf(place, snapshot.context.loanId, base) + search;
    if (address !== history.location.pathname + history.location.search) {
      // A step that a person takes gets a history entry, a correction does not.
      const isRefused = place === lastPlace;
      if (lastPlace === null || (correction !== null && !(isRefused && correction === 'push')))
        history.replace(address);
      else history.push(address);
    }
    lastPlace = place;
  };

  const unsubscribe = history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    const requested = placeAt(location.pathname, base);
    if (requested === null) return;
    const before = wizard.getSnapshot();
    if (requested.loanId !== null && requested.loanId !== before.context.loanId) return onOtherLoan();
    const refusesSteps = isStatusScreen(before) && !before.matches({ flow: { status: 'open' } });
    correction = action.type === 'BACK' && !refusesSteps ? 'push' : 'replace';
    wizard.send(routeTo(requested.place));
    syncUrl(wizard.getSnapshot());
    correction = null;
  });

  const subscription = wizard.subscribe(syncUrl);
  syncUrl(wizard.getSnapshot());
  return () => {
    unsubscribe();
    subscription.unsubscribe();
  };
}

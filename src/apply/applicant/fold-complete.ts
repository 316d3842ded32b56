/** Collapses the sections that are complete as another part of the form is entered, without a press on Continue. */
import { useEffect, useEffectEvent } from 'react';
import { collapseCardInPlace } from '../../ui/collapsible-card.tsx';

/** @param completeCards the ids of the cards that are complete now */
export function useFoldCompleteCards(completeCards: () => readonly string[]): void {
  const fold = useEffectEvent(({ target }: FocusEvent) => {
    // A dialog and the bar at the foot are no parts of the form that one goes on to.
    if (!(target instanceof HTMLElement) || !target.closest('form section')) return;
    for (const id of completeCards())
      if (!document.getElementById(id)?.contains(target)) collapseCardInPlace(id, target);
  });
  useEffect(() => {
    document.addEventListener('focusin', fold);
    return () => document.removeEventListener('focusin', fold);
  }, []);
}

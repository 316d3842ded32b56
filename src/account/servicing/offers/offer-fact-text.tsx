import { useIntl } from 'react-intl';
import type { Offer } from '../../../../domain/wire.ts';
import { languageAttributes } from '../../../../locales/languages.ts';
import type { OfferFact } from './offer-facts.ts';

/** A fact of an offer. What lenders write is English in every language of the page, and read out so. */
export function OfferFactText({ fact: { text, isOfLender }, offer }: { fact: OfferFact; offer: Offer }) {
  const shown = text(offer, useIntl());
  return isOfLender?.(offer) ? <span {...languageAttributes('en')}>{shown}</span> : shown;
}

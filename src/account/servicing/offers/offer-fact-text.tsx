import { Fragment } from 'react';
import type { Offer } from '../../../../domain/values/wire.ts';
import { languageAttributes } from '../../../../locales/index.ts';
import type { FactContext, OfferFact } from './offer-facts.ts';

export interface OfferFactTextProps {
  fact: OfferFact;
  offer: Offer;
  context: FactContext;
}

/** Shows a fact of an offer. Lenders write in English in each language of the page, and it is marked as such. */
export const OfferFactText = ({ fact, offer, context }: OfferFactTextProps) =>
  fact.lines(offer, context).map(({ text, isOfLender }, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {isOfLender ? <span {...languageAttributes('en')}>{text}</span> : text}
    </Fragment>
  ));

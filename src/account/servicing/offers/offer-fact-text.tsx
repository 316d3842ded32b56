import { Fragment } from 'react';
import type { Offer } from '../../../../domain/values/wire.ts';
import { languageAttributes } from '../../../../locales/index.ts';
import type { FactContext, OfferFact } from './offer-facts.ts';

export interface OfferFactTextProps {
  fact: OfferFact;
  offer: Offer;
  context: FactContext;
}

/** A fact of an offer. What lenders write is English in every language of the page, and read out so. */
export const OfferFactText = ({ fact, offer, context }: OfferFactTextProps) =>
  fact.lines(offer, context).map(({ text, isOfLender }, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {isOfLender ? <span {...languageAttributes('en')}>{text}</span> : text}
    </Fragment>
  ));

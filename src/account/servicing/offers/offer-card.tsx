/** An offer that is not compared, in a card: its payments, its facts and the link to its key facts. */
import type { Offer } from '../../../../domain/values/wire.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { Moment } from '../../moment.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import { OfferPayments } from './offer-payments.tsx';
import { type FactContext, factsOf, type OfferFact } from './offer-facts.ts';

/** What a page shows of an offer apart from its facts. */
export interface OfferLinks {
  /** Returns the address of the key facts of an offer. */
  hrefOf: (offer: Offer) => string;
  /** The other acceptable offers; earlier ones of the same lender are linked. */
  others: readonly Offer[];
}

interface OfferCardProps extends OfferLinks {
  offer: Offer;
  context: FactContext;
  isAccepted: boolean;
}

export function OfferCard({ offer, context, isAccepted, ...links }: OfferCardProps) {
  // An accepted offer does not expire.
  const facts = factsOf(context).filter(({ id, onCard }) => onCard && !(isAccepted && id === 'validUntil'));
  return (
    <Card title={offer.lender_name}>
      <OfferPayments offer={offer} context={context} />
      {!isAccepted && <RevisionNote offer={offer} {...links} />}
      <OfferFacts facts={facts} offer={offer} context={context} />
      <KeyFactsLink offer={offer} hrefOf={links.hrefOf} isAccepted={isAccepted} />
    </Card>
  );
}

interface OfferFactsProps {
  facts: readonly OfferFact[];
  offer: Offer;
  context: FactContext;
}

export const OfferFacts = ({ facts, offer, context }: OfferFactsProps) => (
  <Facts
    facts={facts.map((fact) => [
      t(fact.label),
      <OfferFactText fact={fact} offer={offer} context={context} />,
      fact.id === 'total' && 'total',
    ])}
  />
);

/** Says that the lender has changed its offer, and links the one before. */
export function RevisionNote({ offer, hrefOf, others }: OfferLinks & { offer: Offer }) {
  if (offer.revision === 1) return null;
  const earlier = others.filter(
    ({ lender_id: id, revision }) => id === offer.lender_id && revision < offer.revision,
  );
  return (
    <div className="text-small">
      <p>{t('servicing.offer.revised')}</p>
      {earlier.map((one) => (
        <p key={one.offer_id}>
          <a href={hrefOf(one)}>
            {t('servicing.offer.earlier', { date: <Moment at={one.valid_until} dateStyle="long" /> })}
          </a>
        </p>
      ))}
    </div>
  );
}

interface KeyFactsLinkProps extends Pick<OfferLinks, 'hrefOf'> {
  offer: Offer;
  isAccepted?: boolean;
}

export const KeyFactsLink = ({ offer, hrefOf, isAccepted = false }: KeyFactsLinkProps) => (
  <ButtonLink kind="secondary" href={hrefOf(offer)}>
    {t(isAccepted ? 'servicing.keyFacts.title' : 'servicing.offer.keyFacts')}
    <span className="visually-hidden"> {offer.lender_name}</span>
  </ButtonLink>
);

/** An offer that can no longer be accepted, and is not compared any more. */
export function ExpiredOffer({ offer }: { offer: Offer }) {
  return (
    <Card title={offer.lender_name}>
      <Banner kind="notice" title={t('servicing.offer.expired')}>
        <p>{t('servicing.offer.expired.help')}</p>
      </Banner>
    </Card>
  );
}

/** One offer: what is paid each month, what it costs, and the way to its key facts. Alike for each lender. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import type { Offer } from '../../../../domain/wire.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Paise } from '../../../ui/Paise.tsx';
import { PaymentBars } from '../../../ui/PaymentBars.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import { offerFacts, paymentsOf } from './offer-facts.ts';
import './offer-card.css';

const monthFormat = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

export interface OfferCardProps {
  offer: Offer;
  /** The address of its key facts. */
  href: string;
}

export function OfferCard({ offer, href }: OfferCardProps) {
  const { upFront, later } = paymentsOf(offer);
  const isExpired = offer.stage === 'expired';
  return (
    <Card title={offer.lender_name}>
      {isExpired && (
        <Banner kind="notice" title={<FormattedMessage id="servicing.offer.expired" />}>
          <p>
            <FormattedMessage id="servicing.offer.expired.help" />
          </p>
        </Banner>
      )}
      {!isExpired && offer.revision > 1 && (
        <Banner kind="notice">
          <p>
            <FormattedMessage id="servicing.offer.revised" />
          </p>
        </Banner>
      )}
      <div className="offer-instalment">
        <p>
          <Paise paise={offer.instalment_paise} large />{' '}
          <span className="text-muted">
            <FormattedMessage id="servicing.offer.monthly" values={{ count: offer.instalments }} />
          </span>
        </p>
        <PaymentBars
          payments={[upFront, ...later]}
          start={<FormattedMessage id="servicing.offer.start" />}
          end={<FormattedDate value={offer.schedule.at(-1)?.due_on} {...monthFormat} />}
        />
      </div>
      <Facts
        facts={offerFacts
          .filter(({ isOnCard }) => isOnCard)
          .map((fact) => ({
            id: fact.id,
            name: <FormattedMessage id={fact.label} />,
            value: <OfferFactText fact={fact} offer={offer} />,
          }))}
      />
      {!isExpired && (
        <div>
          <ButtonLink kind="secondary" href={href}>
            <FormattedMessage id="servicing.offer.keyFacts" />
            <span className="visually-hidden"> {offer.lender_name}</span>
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}

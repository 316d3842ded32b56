/**
 * One offer: what is paid each month and in all, how it differs from the plan, and the way to its key facts. Alike for
 * each lender.
 */
import { differenceFromPlan } from '../../../../domain/servicing/offer-cost.ts';
import type { Offer } from '../../../../domain/values/wire.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Paise } from '../../../ui/money.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { t } from '../../../i18n/text.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import {
  type FactContext,
  factsOf,
  repaymentSentence,
  lowestLabels,
  type LowestIn,
  signed,
} from './offer-facts.ts';
import { PlanDifference } from './plan-difference.tsx';
import './offer-card.css';

export interface OfferCardProps {
  offer: Offer;
  context: FactContext;
  /** In what it is the lowest. */
  lowest: readonly LowestIn[];
  /** The address of its key facts. */
  href: string;
}

/** Parts of one number, so that those of cards beside each other stand in rows. */
export function OfferCard({ offer, context, lowest, href }: OfferCardProps) {
  const { plan, feePaise, format } = context;
  return (
    <Card title={offer.lender_name}>
      <div className="offer-part">
        {offer.revision > 1 && (
          <Banner kind="notice">
            <p>{t('servicing.offer.revised')}</p>
          </Banner>
        )}
        {lowest.length > 0 && (
          <ul className="cluster">
            {lowest.map((name) => (
              <li key={name}>
                <Pill>{t(lowestLabels[name])}</Pill>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="offer-part">
        <p>
          <Paise paise={offer.instalment_paise} large />{' '}
          <span className="text-muted">{t('servicing.offer.monthly')}</span>
        </p>
        <p>{repaymentSentence(offer, context)}</p>
      </div>
      <div className="offer-part">
        {plan && (
          <Disclosure
            title={t('servicing.plan.total', signed(differenceFromPlan(offer, plan, feePaise).total, format))}
          >
            <PlanDifference offer={offer} plan={plan} context={context} />
          </Disclosure>
        )}
      </div>
      <Facts
        facts={factsOf(context)
          .filter(({ isOnCard }) => isOnCard)
          .map((fact) => [
            t(fact.label),
            <OfferFactText fact={fact} offer={offer} context={context} />,
            fact.id === 'total' && 'total',
          ])}
      />
      <div>
        <ButtonLink kind="secondary" href={href}>
          {t('servicing.offer.keyFacts')}
          <span className="visually-hidden"> {offer.lender_name}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

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

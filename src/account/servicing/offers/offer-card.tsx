/**
 * An offer's card, with the same layout for all lenders: the monthly and total payments, the difference from the plan,
 * and the link to its key facts.
 */
import { differenceFromPlan, offerCost } from '../../../../domain/servicing/offer-cost.ts';
import type { Offer, AgreedPlan } from '../../../../domain/values/wire.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { type PaiseFormat } from '../../../ui/money.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { Moment } from '../../moment.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import { OfferPayments } from './offer-payments.tsx';
import {
  type FactContext,
  factsOf,
  lowestLabels,
  type LowestIn,
  signed,
  interestText,
} from './offer-facts.ts';
import { FormattedList } from 'react-intl';
import { chargeAmounts } from '../../../../domain/servicing/charges.ts';
import { isRecurring } from '../../../../domain/servicing/terms.ts';
import { termsOf } from '../../../../domain/servicing/terms-wire.ts';
import { languageAttributes } from '../../../../locales/index.ts';
import './offer-card.css';

interface OfferCardProps {
  offer: Offer;
  context: FactContext;
  /** The facts in which the offer is the lowest. */
  lowest: readonly LowestIn[];
  /** Returns the address of the key facts of an offer. */
  hrefOf: (offer: Offer) => string;
  /** The other acceptable offers; earlier ones of the same lender are linked. */
  others: readonly Offer[];
  isAccepted: boolean;
  /** True if the table of all facts has the other facts. */
  isCompared: boolean;
}

/** Shows an offer in a fixed number of parts, so that those of neighbouring cards share rows. */
export function OfferCard({
  offer,
  context,
  lowest,
  hrefOf,
  others,
  isAccepted,
  isCompared,
}: OfferCardProps) {
  const earlier = others.filter(
    ({ lender_id: id, revision }) => id === offer.lender_id && revision < offer.revision,
  );
  const { plan, feePaise, format } = context;
  return (
    <Card title={offer.lender_name}>
      <div className="offer-part">
        {offer.revision > 1 && !isAccepted && (
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
        )}
        <OfferPayments offer={offer} context={context} />
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
      {plan && (
        <Disclosure
          title={t('servicing.plan.total', signed(differenceFromPlan(offer, plan, feePaise).total, format))}
        >
          <PlanDifference offer={offer} plan={plan} context={context} />
        </Disclosure>
      )}
      <Facts
        facts={cardFacts({ offer, context, isCompared, isAccepted }).map((fact) => [
          t(fact.label),
          <OfferFactText fact={fact} offer={offer} context={context} />,
          fact.id === 'total' && 'total',
        ])}
      />
      <div className="offer-part">
        <ButtonLink kind="secondary" href={hrefOf(offer)}>
          {t(isAccepted ? 'servicing.keyFacts.title' : 'servicing.offer.keyFacts')}
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

/** Explains the cost difference to the plan that was applied for, in amounts that add up. */
interface PlanDifferenceProps {
  offer: Offer;
  plan: AgreedPlan;
  context: FactContext;
}

function PlanDifference({ offer, plan, context }: PlanDifferenceProps) {
  const { intl, feePaise, format } = context;
  const difference = differenceFromPlan(offer, plan, feePaise);
  const advance = offer.terms.advance_instalments;
  return (
    <ul className="plan-difference">
      <li>
        {t('servicing.plan.interest', {
          ...signed(difference.interest, format),
          method: interestText(offer.terms, intl),
        })}
      </li>
      <li>
        {t('servicing.plan.charges', {
          ...signed(difference.charges, format),
          charges: <Charges offer={offer} format={format} />,
        })}
      </li>
      {advance > plan.option.advance_emi && <li>{t('servicing.plan.advance', { count: advance })}</li>}
    </ul>
  );
}

/** Shows the charges over the whole term, by the lender's names for them. */
function Charges({ offer, format }: { offer: Offer; format: PaiseFormat }) {
  const charges = chargeAmounts(termsOf(offer.terms)).map(({ charge, total }) => ({
    label: charge.label,
    total: isRecurring(charge) ? total * offer.instalments : total,
  }));
  if (charges.length === 0) return t('servicing.fact.none');
  return (
    <FormattedList
      type="unit"
      value={charges.map(({ label, total }) => (
        <span key={label}>
          <span {...languageAttributes('en')}>{label}</span> {format(total)}
        </span>
      ))}
    />
  );
}

/** Returns the facts of a card, without a rest of the fees if none is left, and with the end of an accepted offer. */
function cardFacts({
  offer,
  context,
  isCompared,
  isAccepted,
}: Pick<OfferCardProps, 'offer' | 'context' | 'isCompared' | 'isAccepted'>) {
  const leavesRest = offerCost(offer, context.feePaise).uncoveredFeePaise > 0;
  return factsOf(context).filter(({ id, onCard }) =>
    isCompared
      ? onCard === 'always' && (id !== 'left' || leavesRest)
      : onCard && !(isAccepted && id === 'validUntil'),
  );
}

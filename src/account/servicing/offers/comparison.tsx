/** The offers side by side: what each costs as a picture, and every fact in a table in which what differs stands out. */
import { FormattedMessage } from 'react-intl';
import { agreedPlanCost } from '../../../../domain/servicing/offer-cost.ts';
import type { Offer } from '../../../../domain/wire.ts';
import { Card } from '../../../ui/Card.tsx';
import { Legend } from '../../../ui/Legend.tsx';
import { formatPaise } from '../../../ui/Paise.tsx';
import { SplitBar } from '../../../ui/SplitBar.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import { type FactContext, factsOf, factText } from './offer-facts.ts';
import './comparison.css';

interface ComparisonProps {
  offers: readonly Offer[];
  context: FactContext;
}

export function Comparison({ offers, context }: ComparisonProps) {
  return (
    <Card title={<FormattedMessage id="servicing.comparison.title" />}>
      <CostBars offers={offers} context={context} />
      <ComparisonTable offers={offers} context={context} />
    </Card>
  );
}

/** Interest and charges of the plan and of each offer, to one scale. The table has the same in words. */
function CostBars({ offers, context: { plan } }: ComparisonProps) {
  const planned = plan && agreedPlanCost(plan);
  const costs = [
    ...(planned ? [{ id: 'plan', name: <FormattedMessage id="servicing.plan.title" />, ...planned }] : []),
    ...offers.map((offer) => ({
      id: offer.offer_id,
      name: offer.lender_name,
      interest: offer.total_interest_paise,
      charges: offer.charges_paise,
    })),
  ];
  const highest = Math.max(1, ...costs.map(({ interest, charges }) => interest + charges));
  return (
    <figure className="cost-bars">
      <figcaption>
        <FormattedMessage id="servicing.comparison.cost" />
      </figcaption>
      <ul className="cost-bars-list">
        {costs.map(({ id, name, interest, charges }) => (
          <li key={id}>
            <span className="cost-bars-name">
              <span>{name}</span>
              <strong>{formatPaise(interest + charges)}</strong>
            </span>
            <SplitBar
              parts={[
                { part: 'interest', amount: interest },
                { part: 'charges', amount: charges },
              ]}
              scale={highest}
            />
          </li>
        ))}
      </ul>
      <Legend
        keys={[
          { part: 'interest', name: <FormattedMessage id="servicing.fact.interest" /> },
          { part: 'charges', name: <FormattedMessage id="servicing.fact.charges" /> },
        ]}
      />
    </figure>
  );
}

function ComparisonTable({ offers, context }: ComparisonProps) {
  const label = context.intl.formatMessage({ id: 'servicing.comparison.table' });
  return (
    // Many lenders are wider than a phone: the table scrolls, by keyboard too.
    <div className="comparison" role="group" aria-label={label} tabIndex={0}>
      <table className="comparison-table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {offers.map(({ offer_id: id, lender_name: name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {factsOf(context).map((fact) => {
          const isSame = new Set(offers.map((offer) => factText(fact, offer, context))).size === 1;
          return (
            <tbody key={fact.id} className={isSame ? 'comparison-same' : undefined}>
              <tr>
                <th scope="rowgroup" colSpan={offers.length}>
                  <FormattedMessage id={fact.label} />
                  {isSame && (
                    <>
                      {' · '}
                      <FormattedMessage id="servicing.comparison.same" />
                    </>
                  )}
                </th>
              </tr>
              <tr>
                {offers.map((offer) => (
                  <td key={offer.offer_id}>
                    <OfferFactText fact={fact} offer={offer} context={context} />
                  </td>
                ))}
              </tr>
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

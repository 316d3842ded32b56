/** The offers side by side: what each costs as a picture, and every fact in a table in which what differs stands out. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { Offer } from '../../../../domain/wire.ts';
import { Card } from '../../../ui/Card.tsx';
import { Legend } from '../../../ui/Legend.tsx';
import { formatPaise } from '../../../ui/Paise.tsx';
import { SplitBar } from '../../../ui/SplitBar.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import { offerFacts } from './offer-facts.ts';
import './comparison.css';

export function Comparison({ offers }: { offers: readonly Offer[] }) {
  return (
    <Card title={<FormattedMessage id="servicing.comparison.title" />}>
      <CostBars offers={offers} />
      <ComparisonTable offers={offers} />
    </Card>
  );
}

/** Interest and charges of each offer, to one scale. The table has the same in words. */
function CostBars({ offers }: { offers: readonly Offer[] }) {
  const costs = offers.map((offer) => ({
    offer,
    parts: [
      { part: 'interest', amount: offer.total_interest_paise },
      { part: 'charges', amount: offer.charges_paise },
    ] as const,
    cost: offer.total_interest_paise + offer.charges_paise,
  }));
  const highest = Math.max(1, ...costs.map(({ cost }) => cost));
  return (
    <figure className="cost-bars">
      <figcaption>
        <FormattedMessage id="servicing.comparison.cost" />
      </figcaption>
      <ul className="cost-bars-list">
        {costs.map(({ offer, parts, cost }) => (
          <li key={offer.offer_id}>
            <span className="cost-bars-name">
              <span>{offer.lender_name}</span>
              <strong>{formatPaise(cost)}</strong>
            </span>
            <SplitBar parts={parts} scale={highest} />
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

function ComparisonTable({ offers }: { offers: readonly Offer[] }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'servicing.comparison.table' });
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
        {offerFacts.map((fact) => {
          const isSame = new Set(offers.map((offer) => fact.text(offer, intl))).size === 1;
          return (
            <tbody key={fact.id} className={isSame ? 'comparison-same' : 'comparison-different'}>
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
                    <OfferFactText fact={fact} offer={offer} />
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

/**
 * Compares the offers: the main facts of each lender and the link to its key facts, with the plan that was applied for;
 * and all facts in a table that highlights the differences.
 */
import type { ReactNode } from 'react';
import { agreedPlanCost } from '../../../../domain/servicing/offer-cost.ts';
import type { Offer } from '../../../../domain/values/wire.ts';
import { Card } from '../../../ui/card.tsx';
import { CollapsibleCard } from '../../../ui/collapsible-card.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Legend, SplitBar } from '../../../ui/split-bar.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { KeyFactsLink, OfferFacts, type OfferLinks, RevisionNote } from './offer-card.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import {
  bestIn,
  bestLabels,
  detailFacts,
  type FactContext,
  factsOf,
  factText,
  months,
  type OfferFact,
  summaryFacts,
} from './offer-facts.ts';
import { PlanDifference } from './plan-difference.tsx';
import './comparison.css';

interface AllFactsProps {
  offers: readonly Offer[];
  context: FactContext;
}

interface ComparisonProps extends AllFactsProps, OfferLinks {}

/** @param children the control that sorts the offers */
export function Comparison({ children, ...table }: ComparisonProps & { children?: ReactNode }) {
  const { context } = table;
  return (
    <Card title={t('servicing.comparison.title')}>
      {children}
      <CostTable {...table} />
      {table.offers.length > 1 && <p className="text-muted">{t('servicing.comparison.aprWhy')}</p>}
      {context.plan && <p className="text-muted">{t('servicing.plan.why')}</p>}
    </Card>
  );
}

/** The plan and each offer in a line, with a bar of interest and charges to one scale. */
function CostTable({ offers, context, ...links }: ComparisonProps) {
  const facts = summaryFacts(context);
  const rows = costRows(offers, context);
  const highest = Math.max(1, ...rows.map(({ interest, charges }) => interest + charges));
  const labels = facts.map(({ id, label }) => t(id === 'apr' ? 'servicing.comparison.apr' : label));
  return (
    <>
      <table className="costs-table">
        <caption className="visually-hidden">{t('servicing.comparison.title')}</caption>
        <thead>
          <tr role="row">
            <td role="cell" />
            {labels.map((label, index) => (
              <th key={index} scope="col" role="columnheader">
                {label}
              </th>
            ))}
            <td role="cell" className="costs-offer" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} role="row">
              <th scope="row" role="rowheader">
                <span className="costs-name row-between">
                  {row.name} <span className="text-muted">{months(context.intl, row.months)}</span>
                </span>
                <SplitBar
                  parts={[
                    { part: 'interest', amount: row.interest },
                    { part: 'charges', amount: row.charges },
                  ]}
                  scale={highest}
                />
              </th>
              {facts.map((fact, index) => (
                <td key={fact.id} role="cell">
                  <span className="column-name">{labels[index]}</span>
                  <span>{row.valueOf(fact)}</span>
                </td>
              ))}
              <td role="cell" className="costs-offer">
                {row.offer && <OfferDetails offer={row.offer} offers={offers} context={context} {...links} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Legend
        keys={[
          { part: 'interest', name: t('servicing.fact.interest') },
          { part: 'charges', name: t('servicing.fact.charges') },
        ]}
      />
    </>
  );
}

function costRows(offers: readonly Offer[], context: FactContext) {
  const { plan } = context;
  const planned = plan && {
    id: 'plan',
    name: t('servicing.plan.title'),
    offer: null,
    ...agreedPlanCost(plan),
    months: plan.option.emi_tenure,
    valueOf: (fact: OfferFact) => fact.ofPlan?.(plan, context) ?? '–',
  };
  const offered = offers.map((offer) => ({
    id: offer.offer_id,
    name: offer.lender_name,
    offer,
    months: offer.terms.tenure_months,
    interest: offer.total_interest_paise,
    charges: offer.charges_paise,
    valueOf: (fact: OfferFact) => factText(fact, offer, context),
  }));
  return planned ? [planned, ...offered] : offered;
}

/** Shows in what an offer is the best of those compared, its other main facts, and the link to its key facts. */
function OfferDetails({ offer, offers, context, ...links }: ComparisonProps & { offer: Offer }) {
  const best = bestIn(offer, offers, context.feePaise);
  return (
    <>
      <div className="stack-s2">
        {best.length > 0 && (
          <ul className="cluster">
            {best.map((name) => (
              <li key={name}>
                <Pill>{t(bestLabels[name])}</Pill>
              </li>
            ))}
          </ul>
        )}
        <OfferFacts facts={detailFacts(offer, context)} offer={offer} context={context} />
        <RevisionNote offer={offer} {...links} />
      </div>
      <KeyFactsLink offer={offer} hrefOf={links.hrefOf} />
    </>
  );
}

/** Shows all facts of the plan and the offers; on a phone each has a line below the name of the fact. */
export function AllFacts({ offers, context }: AllFactsProps) {
  const { intl, plan } = context;
  const label = intl.formatMessage({ id: 'servicing.comparison.table' });
  const columns = [
    ...(plan ? [{ id: 'plan', name: intl.formatMessage({ id: 'servicing.plan.column' }), offer: null }] : []),
    ...offers.map((offer) => ({ id: offer.offer_id, name: offer.lender_name, offer })),
  ];
  return (
    <CollapsibleCard id="all-facts" title={label} startsOpen={false}>
      {/* Many lenders are wider than the card: the table scrolls, by keyboard too. */}
      <div className="comparison" role="group" aria-label={label} tabIndex={0}>
        <table className="comparison-table">
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr role="row">
              <td role="cell" />
              {columns.map(({ id, name }) => (
                <th key={id} scope="col" role="columnheader">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {factsOf(context).map((fact) => {
              const planned = plan && fact.ofPlan?.(plan, context);
              const texts = offers.map((offer) => factText(fact, offer, context));
              const isSame = new Set(planned ? [planned, ...texts] : texts).size === 1;
              return (
                <tr key={fact.id} role="row" className={isSame ? 'comparison-same' : undefined}>
                  <th scope="row" role="rowheader">
                    {t(fact.label)}
                    {isSame && ' · '}
                    {isSame && t('servicing.comparison.same')}
                  </th>
                  {columns.map(({ id, name, offer }) => (
                    <td key={id} role="cell" data-none={(!offer && !planned) || undefined}>
                      <span className="column-name">{name}</span>
                      <span>
                        {offer ? (
                          <OfferFactText fact={fact} offer={offer} context={context} />
                        ) : (
                          (planned ?? '–')
                        )}
                      </span>
                      {offer && plan && fact.id === 'difference' && (
                        <PlanDifference offer={offer} plan={plan} context={context} />
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </CollapsibleCard>
  );
}

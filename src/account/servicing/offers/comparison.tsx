/**
 * Compares the offers: the cost per month, in total and per year, one line for each lender, with the plan that was
 * applied for; and all facts in a table that highlights the differences.
 */
import type { ReactNode } from 'react';
import { agreedPlanCost } from '../../../../domain/servicing/offer-cost.ts';
import type { Offer } from '../../../../domain/values/wire.ts';
import { Card } from '../../../ui/card.tsx';
import { CollapsibleCard } from '../../../ui/collapsible-card.tsx';
import { SplitBar, Legend } from '../../../ui/split-bar.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { OfferFactText } from './offer-fact-text.tsx';
import { type FactContext, factsOf, factText, months, summaryFacts } from './offer-facts.ts';
import './comparison.css';

interface AllFactsProps {
  offers: readonly Offer[];
  context: FactContext;
}

interface ComparisonProps extends AllFactsProps {
  /** Returns the address of the key facts of an offer, to which its line leads. */
  hrefOf: (offer: Offer) => string;
}

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
function CostTable({ offers, context, hrefOf }: ComparisonProps) {
  const { plan, intl } = context;
  const facts = summaryFacts(context);
  const planned = plan && {
    id: 'plan',
    name: t('servicing.plan.title'),
    href: null,
    ...agreedPlanCost(plan),
    months: plan.option.emi_tenure,
    values: facts.map((fact) => fact.ofPlan?.(plan, context) ?? '–'),
  };
  const offered = offers.map((offer) => ({
    id: offer.offer_id,
    name: offer.lender_name,
    href: hrefOf(offer),
    months: offer.terms.tenure_months,
    interest: offer.total_interest_paise,
    charges: offer.charges_paise,
    values: facts.map((fact) => factText(fact, offer, context)),
  }));
  const rows = planned ? [planned, ...offered] : offered;
  const highest = Math.max(1, ...rows.map(({ interest, charges }) => interest + charges));
  return (
    <>
      <table className="costs-table">
        <caption className="visually-hidden">{t('servicing.comparison.title')}</caption>
        <thead>
          <tr role="row">
            <td role="cell" />
            {facts.map(({ id, label }) => (
              <th key={id} scope="col" role="columnheader">
                {t(id === 'apr' ? 'servicing.comparison.apr' : label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} role="row">
              <th scope="row" role="rowheader">
                <span className="costs-name">
                  {row.href === null ? row.name : <a href={row.href}>{row.name}</a>}{' '}
                  <span className="text-muted">{months(intl, row.months)}</span>
                </span>
                <SplitBar
                  parts={[
                    { part: 'interest', amount: row.interest },
                    { part: 'charges', amount: row.charges },
                  ]}
                  scale={highest}
                />
              </th>
              {row.values.map((value, index) => (
                <td key={index} role="cell">
                  {value}
                </td>
              ))}
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
                      <span className="comparison-name">{name}</span>
                      <span>
                        {offer ? (
                          <OfferFactText fact={fact} offer={offer} context={context} />
                        ) : (
                          (planned ?? '–')
                        )}
                      </span>
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

/** Explains the cost difference to the plan that was applied for, in amounts that add up. */
import { FormattedList } from 'react-intl';
import { chargeAmounts } from '../../../../domain/servicing/charges.ts';
import { differenceFromPlan } from '../../../../domain/servicing/offer-cost.ts';
import { isRecurring } from '../../../../domain/servicing/terms.ts';
import { termsOf } from '../../../../domain/servicing/terms-wire.ts';
import type { AgreedPlan, Offer } from '../../../../domain/values/wire.ts';
import { languageAttributes } from '../../../../locales/index.ts';
import { t } from '../../../i18n/i18n.tsx';
import { type PaiseFormat } from '../../../ui/money.tsx';
import { type FactContext, interestText, signed } from './offer-facts.ts';
import './comparison.css';

interface PlanDifferenceProps {
  offer: Offer;
  plan: AgreedPlan;
  context: FactContext;
}

export function PlanDifference({ offer, plan, context }: PlanDifferenceProps) {
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

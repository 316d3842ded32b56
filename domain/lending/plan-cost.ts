/**
 * The cost of a plan for a parent in whole rupees that add up: the payment now and the instalments are the total, and
 * so are the fee, the interest and the charges.
 */
import { annualPercentageRate } from './apr.ts';
import { type EmiPlan, emiPlan, isOthers } from './emi.ts';
import type { EmiOption } from '../values/wire.ts';

export interface PlanCost {
  plan: EmiPlan;
  /** Paid at the start: the plan's total initial payment. */
  now: {
    total: number;
    processingFee: number;
    /** The rest of the total, so that the parts add up: at most a rupee less than the plan's amount. */
    downPayment: number;
    membershipFee: number;
  };
  /** Instalments after that, one a month; the last one takes what rounding left. */
  instalments: { count: number; amount: number; last: number };
  /** The sum of all payments. */
  total: number;
  interest: number;
  /** Processing and membership fee. */
  charges: number;
  /** The total over the fee. */
  cost: number;
  /** Decimal percent text; null where it cannot be told. */
  apr: string | null;
}

/**
 * @param fee Whole rupees, the loan's order_value; each instalment should be more rupees than there are months.
 * @throws RangeError as `emiPlan` does.
 */
export function planCost(option: EmiOption, fee: number, institutionName: string): PlanCost {
  const plan = emiPlan(option, fee, institutionName);
  const processingFee = plan.processing_fee;
  const membershipFee = option.membership_fee;
  const downPayment = plan.total_initial_payment - processingFee - membershipFee;
  // The down payment of 'Others' is a charge, so that all instalments are still to come.
  const paidAhead = isOthers(institutionName)
    ? { months: 0, rupees: 0 }
    : { months: option.advance_emi, rupees: downPayment };
  const charges = plan.total_initial_payment - paidAhead.rupees;
  const count = Math.max(0, option.emi_tenure - paidAhead.months);
  const later = count > 0 ? fee + plan.total_interest_payable - paidAhead.rupees : 0;
  const amount = plan.emi_amount;
  const last = count > 0 ? later - (count - 1) * amount : 0;
  const total = plan.total_initial_payment + later;
  const payments = Array.from({ length: count }, (_, index) => (index === count - 1 ? last : amount));
  return {
    plan,
    now: { total: plan.total_initial_payment, processingFee, downPayment, membershipFee },
    instalments: { count, amount, last },
    total,
    interest: total - fee - charges,
    charges,
    cost: total - fee,
    apr: annualPercentageRate(fee - plan.total_initial_payment, payments),
  };
}

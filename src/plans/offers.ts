/** The costs of the plans on offer (decision 10). */
import type { Order } from '../../domain/lending/loan-order.ts';
import { type PlanCost, planCost } from '../../domain/lending/plan-cost.ts';
import type { EmiOption } from '../../domain/values/wire.ts';

/** An option with its amounts for an order, in whole rupees. */
export interface Offer {
  option: EmiOption;
  order: Order;
  cost: PlanCost;
}

/** Returns the tenures that can be chosen, in the order of the options (decision 13a). */
export const offersOf = (options: readonly EmiOption[], order: Order): Offer[] =>
  options.filter((option) => !option.is_disabled).map((option) => offerOf(option, order));

export const offerOf = (option: EmiOption, order: Order): Offer => ({
  option,
  order,
  cost: planCost(option, order.order_value, order.institution_name),
});

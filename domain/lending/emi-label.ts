/** The label of a plan. It is separate from the amounts, because every form shows it and few calculate. */
import type { EmiOption } from '../values/wire.ts';

/** `emi_label`: how a plan is called by its tenure, as a message with its value. */
export const emiLabel = ({ emi_tenure: months }: Pick<EmiOption, 'emi_tenure'>) =>
  ({ id: 'app.value.months', values: { months } }) as const;

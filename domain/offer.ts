/** Which instalment plans can be chosen (decisions 13a and 15). */
import type { EmiOption } from './wire.ts';

/** The ids of the tenures that can be chosen. */
export const tenuresOf = (options: readonly EmiOption[]): number[] =>
  options.filter((option) => !option.is_disabled).map((option) => option.id);

/** True when the options are known and the chosen tenure is not one of those that can be chosen. */
export const isGone = (options: readonly EmiOption[] | null, tenureId: string): boolean =>
  options !== null && tenureId !== '' && !tenuresOf(options).includes(Number(tenureId));

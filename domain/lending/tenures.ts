/** The module says which tenures can be chosen (decision 13a). */
import type { EmiOption } from '../values/wire.ts';

/** Returns the ids of the tenures that can be chosen. */
export const availableTenureIds = (options: readonly EmiOption[]): number[] =>
  options.filter((option) => !option.is_disabled).map((option) => option.id);

/** Returns whether the options are known and the chosen tenure is not available. */
export const isTenureUnavailable = (options: readonly EmiOption[] | null, tenureId: string): boolean =>
  options !== null && tenureId !== '' && !availableTenureIds(options).includes(Number(tenureId));

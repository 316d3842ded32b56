/** The products that are to come (specification, section 1), by the ends of their addresses. */
import type { components } from '../../openapi/generated.ts';

export type ComingProduct = components['schemas']['ComingProduct'];

export const comingProducts = [
  'personal-loan',
  'mutual-funds',
  'insurance',
] as const satisfies readonly ComingProduct[];

export const isComingProduct = (text: string): text is ComingProduct =>
  comingProducts.some((product) => product === text);

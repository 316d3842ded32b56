/** The names of the products that are to come. */
import type { ComingProduct } from '../../domain/pages/coming-products.ts';
import type { MessageId } from '../../locales/index.ts';

export const productMessages = {
  'personal-loan': 'account.product.personalLoan',
  'mutual-funds': 'account.product.mutualFunds',
  insurance: 'account.product.insurance',
} as const satisfies Record<ComingProduct, MessageId>;

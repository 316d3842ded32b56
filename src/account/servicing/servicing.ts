/** The servicing of the page's loan, for all components of the page. */
import type { Servicing } from '../../../domain/values/wire.ts';
import { requiredContext } from '../../hooks/required-context.ts';

export interface ShownServicing {
  servicing: Servicing;
  /** Takes it from the answer of a call. */
  change: (servicing: Servicing) => void;
  /** Has it read again. */
  refetch: () => void;
}

export const [ServicingProvider, useServicing] = requiredContext<ShownServicing>('ServicingProvider');

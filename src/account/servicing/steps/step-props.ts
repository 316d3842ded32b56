import type { Servicing } from '../../../../domain/values/wire.ts';

export interface StepProps {
  servicing: Servicing;
  /** Takes it from the answer of a call. */
  onChanged: (servicing: Servicing) => void;
  /** Has it read again. */
  onOutdated: () => void;
}

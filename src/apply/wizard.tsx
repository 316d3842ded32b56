/** The running wizard and what of its loan may be changed: for the steps of a loan, which the first screen is not. */
import { useMemo } from 'react';
import { type Lock, lockOf } from '../../domain/lock.ts';
import { useWizardState } from './wizard-actor.tsx';

export { useWizard, useWizardState, type Wizard } from './wizard-actor.tsx';

/** Which fields of the loan may be changed; everything before there is a loan. */
export function useLock(): Lock {
  const loan = useWizardState((now) => now.context.loan);
  return useMemo(() => (loan ? lockOf(loan) : { mode: 'open' }), [loan]);
}

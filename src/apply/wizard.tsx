/** The running wizard and what of its loan may be changed: for the steps of a loan, which the first screen is not. */
import { useMemo } from 'react';
import { type Lock, lockOf } from '../../domain/lock.ts';
import type { DraftActorRef, DraftStep } from '../../machines/draft.ts';
import type { LookupActorRef } from '../../machines/lookup.ts';
import type { LookupField } from '../../machines/wizard.ts';
import { useWizardState } from './wizard-actor.tsx';

/** The drafts of the loan that is open. @throws where none is */
export function useDrafts(): Readonly<Record<DraftStep, DraftActorRef>> {
  const drafts = useWizardState(({ context }) => context.drafts);
  if (!drafts) throw new Error('Drafts belong to a loan that was opened');
  return drafts;
}

/** The look-ups of the loan that is open. @throws where none is */
export function useLookups(): Readonly<Record<LookupField, LookupActorRef>> {
  const lookups = useWizardState(({ context }) => context.lookups);
  if (!lookups) throw new Error('Look-ups belong to a loan that was opened');
  return lookups;
}

export { useWizard, useWizardState, type Wizard } from './wizard-actor.tsx';

/** Which fields of the loan may be changed; everything before there is a loan. */
export function useLock(): Lock {
  const loan = useWizardState((now) => now.context.loan);
  return useMemo(() => (loan ? lockOf(loan) : { mode: 'open' }), [loan]);
}

/** The running wizard, as screens see it: they read it by selectors and send it what happened. */
import { useSelector } from '@xstate/react';
import { createContext, useContext, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Lock, lockOf } from '../../../domain/loan/lock.ts';
import type { DraftActorRef, DraftStep } from '../../../machines/draft.ts';
import type { LookupActorRef } from '../../../machines/lookup.ts';
import type { LookupField, WizardSnapshot, wizardMachine } from '../../../machines/wizard.ts';

export type Wizard = ActorRefFrom<typeof wizardMachine>;

const WizardContext = createContext<Wizard | null>(null);

export const WizardProvider = WizardContext.Provider;

/** The wizard's actor: `wizard.send({ type: 'previous.requested' })`. */
export function useWizard(): Wizard {
  const wizard = useContext(WizardContext);
  if (!wizard) throw new Error('No WizardProvider');
  return wizard;
}

/**
 * One value of the wizard's snapshot: `useWizardState((now) => now.hasTag('busy'))`.
 * Renders again when `isEqual` says that the value is another one (by default ===).
 */
export function useWizardState<T>(
  selector: (now: WizardSnapshot) => T,
  isEqual?: (a: T, b: T) => boolean,
): T {
  return useSelector(useWizard(), selector, isEqual);
}

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

/** Says which fields of the loan may be changed: all of them before there is a loan. */
export function useLock(): Lock {
  const loan = useWizardState((now) => now.context.loan);
  return useMemo(() => (loan ? lockOf(loan) : { mode: 'open' }), [loan]);
}

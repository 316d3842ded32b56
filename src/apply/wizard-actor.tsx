/** The running wizard, as screens see it: they read it by selectors and send it what happened. */
import { useSelector } from '@xstate/react';
import { createContext, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { WizardSnapshot, wizardMachine } from '../../machines/wizard.ts';

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

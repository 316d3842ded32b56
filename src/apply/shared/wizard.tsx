/** The running wizard, which screens read by selectors and send what happened, and the services beside it. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Lock, lockOf } from '../../../domain/loan/lock.ts';
import type { DraftActorRef, DraftStep } from '../../../machines/draft.ts';
import type { LookupActorRef } from '../../../machines/lookup.ts';
import type { LookupField, WizardSnapshot, wizardMachine } from '../../../machines/wizard.ts';
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { MyLoan } from '../../../domain/values/wire.ts';
import type { Call } from '../../api/call.ts';
import type { LoadDocumentServices } from '../../documents/services.ts';
import type { EarlyInput } from '../../form/early-input.ts';
import type { SupportContact } from '../../ui/support-links.tsx';
import { requiredContext } from '../../hooks/required-context.ts';
import type { TabStore } from '../../hooks/tab-store.ts';

export type Wizard = ActorRefFrom<typeof wizardMachine>;

/** `useWizard` answers the wizard's actor: `wizard.send({ type: 'previous.requested' })`. */
export const [WizardProvider, useWizard] = requiredContext<Wizard>('WizardProvider');

/**
 * Returns a value of the wizard's snapshot: `useWizardState((now) => now.hasTag('busy'))`.
 * Renders again when `isEqual` says that the value has changed (by default ===).
 */
export function useWizardState<T>(
  selector: (now: WizardSnapshot) => T,
  isEqual?: (a: T, b: T) => boolean,
): T {
  return useSelector(useWizard(), selector, isEqual);
}

/** Returns the drafts of the loan that is open. @throws if none is */
export function useDrafts(): Readonly<Record<DraftStep, DraftActorRef>> {
  const drafts = useWizardState(({ context }) => context.drafts);
  if (!drafts) throw new Error('Drafts belong to a loan that was opened');
  return drafts;
}

/** Returns the look-ups of the loan that is open. @throws if none is */
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

/** The services of the screens, beside the wizard; implemented by the composition root. */
export interface Services {
  /** An operation of the API, by its operationId. */
  call: Call;
  /** Returns the current time by the server's clock. */
  now(): Date;
  /** Returns today's date in India by the server's clock. */
  today(): IsoDate;
  support: SupportContact;
  /** The tab's storage of unsent input. */
  tab: TabStore;
  /** Returns the loan as the list of its owner has it; null in the embedded flow. */
  readMyLoan: ((loanId: string, signal: AbortSignal) => Promise<Outcome<MyLoan>>) | null;
  /** The partner's API key, for a link that leaves a frame. */
  apiKey: string | null;
  /** True if a loan that is created here is a test loan. */
  testLoans: boolean;
  loadDocumentServices: LoadDocumentServices;
  /** The institution that the address names; null if it names none. */
  instituteId: number | null;
  /** Returns the loans whose tokens the device has, the one that was opened last first. */
  loanIds(): string[];
  /** Returns the input that was typed before the app ran, once; null if there was none. */
  takeEarlyInput(): EarlyInput | null;
  /** Keeps a loan's token on the device, so that it can be read. */
  saveLoanToken(loanId: string, token: string): void;
}

/** The name under which the tab keeps the create form's values until the loan exists. */
export const createFormKey = 'create';

export const [ServicesProvider, useServices] = requiredContext<Services>('ServicesProvider');

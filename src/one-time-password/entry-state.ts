/** The state of the entry of a one-time password, as screens name it. */
import { useSelector } from '@xstate/react';
import type { PasswordSnapshot } from '../../machines/one-time-password.ts';
import type { PasswordActor } from './actor.ts';

/** Returns the state as one text, such as 'awaitingRequest.notSent'. */
export const useEntryState = (password: PasswordActor): string =>
  useSelector(password, ({ value }) => statePath(value.entry));

const statePath = (entry: PasswordSnapshot['value']['entry']): string =>
  typeof entry === 'string' ? entry : Object.entries(entry).flat().join('.');

export interface PasswordEntry {
  state: string;
  /** True if a password was sent that may still be entered. */
  wasSent: boolean;
  /** True if a password is to be requested; false if one can be entered, also during the request of another one. */
  isRequesting: boolean;
}

/** Returns the entry's state for a screen: typed input stays in place during the request of another password. */
export function usePasswordEntry(password: PasswordActor): PasswordEntry {
  const state = useEntryState(password);
  const wasSent = useSelector(password, ({ context }) => context.expiresAt !== null);
  const isRequesting = state.startsWith('awaitingRequest') || (state === 'sending' && !wasSent);
  return { state, wasSent, isRequesting };
}

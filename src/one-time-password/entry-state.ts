/** The state of the entry of a one-time password, as screens name it. */
import { useSelector } from '@xstate/react';
import type { PasswordSnapshot } from '../../machines/one-time-password.ts';
import type { PasswordActor } from './actor.ts';

/** As one text, such as 'awaitingRequest.notSent'. */
export const useEntryState = (password: PasswordActor): string =>
  useSelector(password, ({ value }) => statePath(value.entry));

const statePath = (entry: PasswordSnapshot['value']['entry']): string =>
  typeof entry === 'string' ? entry : Object.entries(entry).flat().join('.');

export interface PasswordEntry {
  state: string;
  /** Whether a password was sent that may still be entered. */
  wasSent: boolean;
  /** Whether a password is to be requested; false where one can be entered, also while another one is on its way. */
  isRequesting: boolean;
}

/** What a screen shows of the entry: what was typed stays where it is while another password is on its way. */
export function usePasswordEntry(password: PasswordActor): PasswordEntry {
  const state = useEntryState(password);
  const wasSent = useSelector(password, ({ context }) => context.expiresAt !== null);
  const isRequesting = state.startsWith('awaitingRequest') || (state === 'sending' && !wasSent);
  return { state, wasSent, isRequesting };
}

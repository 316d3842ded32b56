/** The state of the entry of a one-time password, as screens name it. */
import { useSelector } from '@xstate/react';
import type { PasswordSnapshot } from '../../machines/one-time-password.ts';
import type { PasswordActor } from './actor.ts';

/** As one text, such as 'awaitingRequest.notSent'. */
export const useEntryState = (password: PasswordActor): string =>
  useSelector(password, ({ value }) => statePath(value.entry));

const statePath = (entry: PasswordSnapshot['value']['entry']): string =>
  typeof entry === 'string' ? entry : Object.entries(entry).flat().join('.');

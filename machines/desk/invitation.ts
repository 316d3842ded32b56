/**
 * An invitation to the desk: its link is read, a password is chosen where there is none, an authenticator app is proved
 * by a code, and the recovery codes are shown once. Password and app are sent together, so that neither is in force
 * without the other.
 */
import { assign, setup } from 'xstate';
import type { Outcome } from '../../domain/values/outcome.ts';
import type { AcceptedInvitation, AcceptInvitation, Invitation } from '../../domain/values/wire.ts';
import {
  type Failure,
  failureOf,
  notFound,
  type OutcomeParams,
  placeholderActor,
  succeeded,
  withEvent,
  withOutcome,
  withValue,
} from '../outcome.ts';

export interface InvitationContext {
  /** The token of the link. */
  token: string;
  /** Null until it is read. */
  invitation: Invitation | null;
  /** The chosen password, until it is in force; empty before and after. */
  password: string;
  /** The typed code, while it is checked. */
  code: string;
  /** The failure of the latest call; null if it succeeded or another call is running. */
  failure: Failure | null;
  /** Empty until the invitation is accepted. */
  recoveryCodes: readonly string[];
}

export type InvitationEvent =
  | { type: 'retry.requested' }
  | { type: 'password.chosen'; password: string }
  | { type: 'passwordChange.requested' }
  | { type: 'code.submitted'; code: string };

export const invitationMachine = setup({
  types: {
    context: {} as InvitationContext,
    events: {} as InvitationEvent,
    input: {} as { token: string },
    tags: {} as 'busy',
  },
  actors: {
    readInvitation: placeholderActor<Outcome<Invitation>, { token: string }>(),
    acceptInvitation: placeholderActor<Outcome<AcceptedInvitation>, AcceptInvitation>(),
  },
  guards: {
    succeeded,
    notFound,
    needsPassword: (_, { outcome }: OutcomeParams<Invitation>) =>
      outcome.kind === 'ok' && outcome.value.needs_password,
    choosesPassword: ({ context }) => context.invitation?.needs_password === true,
    passwordWasRefused: ({ context }, { outcome }: OutcomeParams) =>
      context.invitation?.needs_password === true &&
      outcome.kind === 'refused' &&
      outcome.errors.some(({ field }) => field === 'password'),
  },
  actions: {
    setInvitation: assign((_, { value }: { value: Invitation }) => ({ invitation: value })),
    setPassword: assign((_, { password }: { password: string }) => ({ password, failure: null })),
    setCode: assign((_, { code }: { code: string }) => ({ code, failure: null })),
    clearCode: assign({ code: '' }),
    setFailure: assign((_, { outcome }: OutcomeParams) => ({ failure: failureOf(outcome) })),
    clearFailure: assign({ failure: null }),
    setRecoveryCodes: assign((_, { value }: { value: AcceptedInvitation }) => ({
      recoveryCodes: value.recovery_codes,
    })),
    clearPassword: assign({ password: '' }),
  },
}).createMachine({
  id: 'invitation',
  context: ({ input: { token } }) => ({
    token,
    invitation: null,
    password: '',
    code: '',
    failure: null,
    recoveryCodes: [],
  }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readInvitation',
        input: ({ context: { token } }) => ({ token }),
        onDone: [
          {
            guard: withOutcome('needsPassword'),
            target: 'choosingPassword',
            actions: withValue('setInvitation'),
          },
          {
            guard: withOutcome('succeeded'),
            target: 'enteringCode',
            actions: withValue('setInvitation'),
          },
          { guard: withOutcome('notFound'), target: 'expired' },
          { target: 'readFailed', actions: withOutcome('setFailure') },
        ],
      },
    },
    readFailed: { on: { 'retry.requested': { target: 'reading', actions: 'clearFailure' } } },
    choosingPassword: {
      on: { 'password.chosen': { target: 'enteringCode', actions: withEvent('setPassword') } },
    },
    enteringCode: {
      on: {
        'code.submitted': { target: 'accepting', actions: withEvent('setCode') },
        'passwordChange.requested': {
          guard: 'choosesPassword',
          target: 'choosingPassword',
          actions: ['clearPassword', 'clearFailure'],
        },
      },
    },
    accepting: {
      tags: 'busy',
      exit: 'clearCode',
      invoke: {
        src: 'acceptInvitation',
        input: ({ context: { token, password, code } }) => ({ token, code, ...(password && { password }) }),
        onDone: [
          {
            guard: withOutcome('succeeded'),
            target: 'accepted',
            actions: [withValue('setRecoveryCodes'), 'clearPassword'],
          },
          { guard: withOutcome('notFound'), target: 'expired', actions: 'clearPassword' },
          {
            guard: withOutcome('passwordWasRefused'),
            target: 'choosingPassword',
            actions: [withOutcome('setFailure'), 'clearPassword'],
          },
          { target: 'enteringCode', actions: withOutcome('setFailure') },
        ],
      },
    },
    accepted: {},
    // Used, too old or replaced by another one; or accepted, and the answer was lost on its way.
    expired: {},
  },
});

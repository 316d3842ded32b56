/** An invitation to the desk, as its paths are made. */
import { type InvitationContext, invitationMachine } from '../../../machines/desk/invitation.ts';
import { type AnswerFixtures, subject } from '../subject.ts';
import { atWith, callsOf } from './end-states.ts';
import { nothing, ok, refused, unreachable } from './outcomes.ts';

const invitation = {
  name: 'Asha',
  email: 'asha@feepath.example',
  needs_password: true,
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Feepath:asha%40feepath.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Feepath',
};
const password = 'an invented long phrase';
const code = '123456';
const recoveryCodes = ['k7mwd-3hq9x-aaaaa-bbbbb'];
const refusedAt = (field: string, id: string) => refused(400, { errors: [{ field, code: id, message: '' }] });
const wrongCode = refusedAt('code', 'review.signIn.code.wrong');
const commonPassword = refusedAt('password', 'review.password.new.common');

const answers: AnswerFixtures<typeof invitationMachine> = {
  readInvitation: {
    open: ok(invitation),
    'open, with a password': ok({ ...invitation, needs_password: false }),
    expired: refused(404),
    unreachable,
  },
  acceptInvitation: {
    accepted: ok({ recovery_codes: recoveryCodes }),
    'the code is wrong': wrongCode,
    'the password is common': commonPassword,
    'too many': refused(429, { retryAfter: 60 }),
    expired: refused(404),
    unreachable,
  },
};

const start = 'a link that was just opened';
const opened = ['readInvitation answers: open'];
const chosen = [...opened, 'password.chosen'];
const submitted = [...chosen, 'code.submitted'];
const ends = atWith<InvitationContext>;

export const deskInvitation = subject<typeof invitationMachine>({
  name: 'invitation',
  machine: invitationMachine,
  starts: { [start]: () => ({ token: 'a token' }) },
  events: {
    'retry.requested': nothing,
    'password.chosen': { '': { password } },
    'passwordChange.requested': nothing,
    'code.submitted': { '': { code } },
  },
  answers,
  stateKey: ({ context }) => [
    context.invitation?.needs_password,
    context.failure,
    context.password,
    context.recoveryCodes,
  ],
  invariants: {
    'a call is in flight exactly while the link is read or accepted': (snapshot) =>
      (snapshot.matches('reading') || snapshot.matches('accepting')) === (callsOf(snapshot).length === 1),
    'the password is in the context only until it is in force': (snapshot) =>
      (snapshot.context.password !== '') ===
      (snapshot.context.invitation?.needs_password === true &&
        (snapshot.matches('enteringCode') || snapshot.matches('accepting'))),
    'a password is chosen only where there is none': (snapshot) =>
      !snapshot.matches('choosingPassword') || snapshot.context.invitation?.needs_password === true,
    'the code is in the context only while it is checked': (snapshot) =>
      (snapshot.context.code !== '') === snapshot.matches('accepting'),
    'recovery codes are there exactly once the invitation is accepted': (snapshot) =>
      snapshot.matches('accepted') === snapshot.context.recoveryCodes.length > 0,
    'a failure is there only where something can be done about it': (snapshot) =>
      snapshot.context.failure === null ||
      ['readFailed', 'choosingPassword', 'enteringCode'].includes(snapshot.value),
    'nothing is chosen before the link is read': (snapshot) =>
      snapshot.context.invitation !== null || ['reading', 'readFailed', 'expired'].includes(snapshot.value),
  },
  journeys: [
    {
      shows: 'a password and an app that is proved are accepted, and recovery codes are shown',
      start,
      words: [...submitted, 'acceptInvitation answers: accepted'],
      ends: ends('accepted', { recoveryCodes, password: '', failure: null }),
    },
    {
      shows: 'an account that has a password sets up another app alone',
      start,
      words: [
        'readInvitation answers: open, with a password',
        'code.submitted',
        'acceptInvitation answers: accepted',
      ],
      ends: ends('accepted', { recoveryCodes, password: '' }),
    },
    {
      shows: 'a link that has expired leads nowhere',
      start,
      words: ['readInvitation answers: expired'],
      ends: ends('expired', { invitation: null }),
    },
    {
      shows: 'a failed reading of the link is retried',
      start,
      words: ['readInvitation answers: unreachable', 'retry.requested'],
      ends: ends('reading', { failure: null }),
    },
    {
      shows: 'after a wrong code another one is typed, and the password stays',
      start,
      words: [...submitted, 'acceptInvitation answers: the code is wrong'],
      ends: ends('enteringCode', { password, failure: wrongCode }),
    },
    {
      shows: 'a password that the server refuses is chosen again',
      start,
      words: [...submitted, 'acceptInvitation answers: the password is common'],
      ends: ends('choosingPassword', { password: '', failure: commonPassword }),
    },
    {
      shows: 'the password can be chosen again before the code',
      start,
      words: [...chosen, 'passwordChange.requested'],
      ends: ends('choosingPassword', { password: '', failure: null }),
    },
    {
      shows:
        'without an answer the code is sent again, and an invitation that was accepted meanwhile has expired',
      start,
      words: [
        ...submitted,
        'acceptInvitation answers: unreachable',
        'code.submitted',
        'acceptInvitation answers: expired',
      ],
      ends: ends('expired', { password: '' }),
    },
  ],
});

/** The acts of staff at the desk, and their sign-in. */
import { pushRequestOf } from '../../../domain/lending/push-request.ts';
import type { Loan } from '../../../domain/values/wire.ts';
import { callHeaders, staffHeaders } from '../../../server/testing/services.ts';
import { totpCode } from '../../../server/testing/totp.ts';
import { apiBase } from '../../../server/api/mount.ts';
import type { Journey } from './caller.ts';

export const review: Journey = async ({ session, prepared }, call) => {
  const headers = staffHeaders(session.cookie);
  const [queried, sent, pushed] = prepared.filter(({ saved }) => saved);
  if (!queried || !sent || !pushed) throw new Error('Too few applications are prepared');
  const push = pushRequestOf(sent.saved as Loan);
  await call('createOnLender', { path: { lender_id: 15 }, headers: callHeaders(sent.token), body: push });
  const path = { id: queried.id };
  const { version } = await call<{ version: number }>('getApplication', { path, headers });
  const locked = queried.documents?.find(({ password }) => password);
  if (locked) {
    const file = { id: queried.id, document_type: locked.type, e_tag: locked.eTag };
    await call('showDocumentPassword', { path: file, headers });
  }
  const raise = [{ field: 'personal_details.pan', reason: 'other', message: 'Which one?' }];
  await call('actOnApplication', { path, headers, body: { version, raise } });
  const application = { id: pushed.id };
  const read = await call<{ version: number }>('getApplication', { path: application, headers });
  await call('pushApplication', { path: application, headers, body: { version: read.version } });
};

export const writeStandardAnswer: Journey = async ({ session }, call) => {
  const headers = staffHeaders(session.cookie);
  const body = { title: 'Foreclosure', text: 'At no charge.', language: 'en' };
  const { id } = await call<{ id: string }>('addStandardAnswer', { headers, body });
  const changed = { ...body, text: 'At no charge, at any time.' };
  await call('updateStandardAnswer', { path: { answer_id: id }, headers, body: changed });
};

/** Runs from the invitation to another password and another authenticator app. */
export const enterDesk: Journey = async ({ url, invitation: token }, call) => {
  const visitor = staffHeaders();
  const { email, secret } = await call<{ email: string; secret: string }>('readInvitation', {
    headers: visitor,
    body: { token },
  });
  const password = 'four plain words together';
  const accepted = { token, password, code: totpCode(secret, new Date()) };
  const { recovery_codes: recoveryCodes } = await call<{ recovery_codes: string[] }>('acceptInvitation', {
    headers: visitor,
    body: accepted,
  });
  const [forSignIn, forPassword, forFactor] = recoveryCodes;
  const answer = await fetch(`${url}${apiBase}/review/session`, {
    method: 'POST',
    headers: { ...visitor, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, code: forSignIn }),
  });
  const headers = staffHeaders(answer.headers.getSetCookie()[0]?.split(';')[0]);
  const another = 'quite another long phrase';
  const change = { password, new_password: another, code: forPassword };
  await call('changePassword', { headers, body: change });
  await call('replaceSecondFactor', { headers, body: { password: another, code: forFactor } });
};

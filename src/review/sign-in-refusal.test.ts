import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../domain/values/outcome.ts';
import type { Failure } from '../../machines/outcome.ts';
import { signInRefusalOf } from './sign-in-refusal.ts';

const refused = (status: number, more: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  status,
  code: 'refusal.failed',
  errors: [],
  ...more,
});
const lacking = (code: string) => refused(401, { errors: [{ field: 'code', code, message: '' }] });

describe('a sign-in', () => {
  it.each<[string, Failure, object]>([
    ['that does not fit says so', refused(401), { reason: 'wrong' }],
    ['whose code is missing asks for it', lacking('review.signIn.code.required'), { reason: 'codeRequired' }],
    ['whose code is wrong says so', lacking('review.signIn.code.wrong'), { reason: 'codeWrong' }],
    ['without a second factor says so', lacking('review.signIn.enrolment'), { reason: 'notEnrolled' }],
    [
      'of a locked address says for how long',
      refused(429, { retryAfter: 900 }),
      { reason: 'locked', seconds: 900 },
    ],
    ['of a locked address may not know for how long', refused(429), { reason: 'locked', seconds: null }],
    ['that broke on the server is not called wrong', refused(500), { reason: 'noResponse' }],
    ['that got no answer is not called wrong', { kind: 'unreachable' }, { reason: 'noResponse' }],
  ])('%s', (_, failure, refusal) => {
    expect(signInRefusalOf(failure)).toEqual(refusal);
  });
});

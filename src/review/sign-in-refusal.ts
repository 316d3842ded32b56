/** Reasons why a sign-in at the desk failed. */
import type { Failure } from '../../machines/outcome.ts';

/** The reasons of a refusal; `seconds` is the time for which the address is locked, if it is known. */
export type SignInRefusal =
  | { reason: 'wrong' | 'codeRequired' | 'codeWrong' | 'notEnrolled' | 'noResponse' }
  | { reason: 'locked'; seconds: number | null };

export function signInRefusalOf(failure: Failure): SignInRefusal {
  if (failure.kind !== 'refused' || failure.status >= 500) return { reason: 'noResponse' };
  if (failure.status === 429) return { reason: 'locked', seconds: failure.retryAfter ?? null };
  return { reason: factorReasons[failure.errors[0]?.code ?? ''] ?? 'wrong' };
}

/** The step that a right password still lacks, by the code of the refusal. */
const factorReasons: Readonly<Record<string, 'codeRequired' | 'codeWrong' | 'notEnrolled'>> = {
  'review.signIn.code.required': 'codeRequired',
  'review.signIn.code.wrong': 'codeWrong',
  'review.signIn.enrolment': 'notEnrolled',
};

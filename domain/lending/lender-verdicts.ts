/** The verdict on a loan that several lenders have (decision 57). */
import { type Verdict, verdictOf } from './lender.ts';
import type { LenderResult } from '../values/wire.ts';

/** A lender's answer; its result is null while the lender has not answered. */
export type LenderAnswer = { lenderId: number; result: LenderResult | null };

/** Says whether a lender has decided for good. */
export const isFinal = (result: LenderResult | null): boolean => {
  const verdict = result && verdictOf(result);
  return verdict === 'approved' || verdict === 'rejected';
};

/** The verdicts by precedence when lenders differ; a refusal counts only once every lender has refused. */
const order: readonly Verdict[] = ['approved', 'pending', 'in_progress', 'under_review'];

/** Returns the deciding answer; null if no lender has answered, or some have refused and others have not answered. */
export function decidingAnswer(
  answers: readonly LenderAnswer[],
): (LenderAnswer & { result: LenderResult }) | null {
  const given = answers.flatMap(({ lenderId, result }) => (result ? [{ lenderId, result }] : []));
  for (const verdict of order) {
    const found = given.find(({ result }) => verdictOf(result) === verdict);
    if (found) return found;
  }
  return given.length === answers.length ? (given[0] ?? null) : null;
}

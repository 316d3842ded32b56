/**
 * Calls in the order in which people make them, because what they need is not met by chance: a loan from its approval to
 * its instalments, what staff do about it, a claim, a query of a reviewer, a conversation, and the access of staff.
 */
import { addDocuments, comeBack } from './applicant.ts';
import { borrow } from './borrower.ts';
import { callerOf, type Journey, type Journeys } from './caller.ts';
import { changeNumber, claim, signOut, talk } from './customer.ts';
import { enterDesk, review, writeStandardAnswer } from './staff.ts';

const all: readonly Journey[] = [
  ...[addDocuments, comeBack, borrow, claim, changeNumber, talk, signOut],
  ...[review, enterDesk, writeStandardAnswer],
];

/** Walks all at once. @throws Error naming the first call that is not answered with 200 */
export async function walkJourneys(journeys: Journeys): Promise<void> {
  const call = callerOf(journeys);
  await Promise.all(all.map((walk) => walk(journeys, call)));
}

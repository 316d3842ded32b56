/** Inserts a loan with its first token, its first entry of the timeline and its first messages, by one statement. */
import { sql } from 'drizzle-orm';
import type { ApiKey } from '../partners/api-keys.ts';
import { type Database, batchTransaction } from '../db/open.ts';
import { preparedOn } from '../db/prepared.ts';
import { loans, loanTokens } from '../db/schema/loans.ts';
import { timeline } from '../db/schema/review.ts';
import { notifyRunners } from '../jobs/queue.ts';
import {
  messageParts,
  type OutgoingMessages,
  messageValues,
  lockRecipients,
} from '../outbox/store-messages.ts';
import type { TimelineAct, TimelineActor } from '../timeline/timeline.ts';
import { createLoanToken, type LoanRow } from './tokens.ts';

export type NewLoan = Pick<
  LoanRow,
  'name' | 'mobile' | 'email' | 'lockedInstituteId' | 'test' | 'language' | 'customerId'
>;

/** Where it is begun, and what its lender asks for besides; left out, a loan of the embedded flow. */
export type LoanPresentation = Partial<Pick<LoanRow, 'presentation' | 'askedFields'>>;

const insertStatement = preparedOn((db) => {
  const { placeholder } = sql;
  const now = sql`${placeholder('now')}::timestamptz`;
  // Without a target: of the two unique indexes that a repeat breaks, either may be met first.
  const loan = db.$with('loan', { id: sql<string>`id`.as('id') }).as(sql`
    insert into ${loans} (id, partner_id, api_key_id, idempotency_key, name, mobile, email, locked_institute_id,
      test, language, customer_id, presentation, asked_fields, created_at, updated_at)
    values (${placeholder('id')}, ${placeholder('partnerId')}, ${placeholder('apiKeyId')},
      ${placeholder('idempotencyKey')}, ${placeholder('name')}, ${placeholder('mobile')}, ${placeholder('email')},
      ${placeholder('lockedInstituteId')}, ${placeholder('test')}, ${placeholder('language')},
      ${placeholder('customerId')}, ${placeholder('presentation')}, ${placeholder('askedFields')}::text[], ${now}, ${now})
    on conflict do nothing returning id`);
  const token = db.$with('token', {}).as(sql`
    insert into ${loanTokens} (token_hash, loan_id, created_at, last_used_at)
    select ${placeholder('tokenHash')}, loan.id, ${now}, ${now} from loan`);
  const entry = db.$with('entry', {}).as(sql`
    insert into ${timeline} (loan_id, at, actor, act)
    select loan.id, ${now}, ${'applicant' satisfies TimelineActor}, ${'loan.created' satisfies TimelineAct}
    from loan returning id`);
  // The timeline is read in the order in which its entries were stored, so theirs wait for the first.
  const [stored, ...parts] = messageParts(db, sql`exists (select from entry)`);
  return db
    .with(loan, token, entry, stored, ...parts)
    .select({ id: loan.id, hasMessages: sql<boolean>`exists (select from stored)` })
    .from(loan)
    .prepare('insert_loan');
});

/**
 * @param messages the messages that it begins with
 * @returns the token, which the client keeps; undefined where the partner has used the Idempotency-Key before
 */
export async function insertLoan(
  db: Database,
  {
    loan,
    key,
    idempotencyKey,
    messages,
    now,
  }: {
    loan: NewLoan & LoanPresentation & { id: string };
    key: Pick<ApiKey, 'id' | 'partnerId'>;
    idempotencyKey: string | null;
    messages: OutgoingMessages;
    now: Date;
  },
): Promise<string | undefined> {
  const { token, tokenHash } = createLoanToken();
  const values = {
    ...messageValues(messages),
    ...loan,
    presentation: loan.presentation ?? 'embedded',
    askedFields: `{${(loan.askedFields ?? []).join()}}`,
    ...{ partnerId: key.partnerId, apiKeyId: key.id, idempotencyKey, tokenHash, now: now.toISOString() },
  };
  const [, [inserted]] = await batchTransaction(db, [
    (tx) => lockRecipients(tx, messages),
    (tx) => insertStatement(tx).execute(values),
  ]);
  if (inserted?.hasMessages) notifyRunners();
  return inserted && token;
}

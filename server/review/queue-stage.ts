/** An application's stage in the queue, from its loan's status and its queries. */
import { type SQL, sql } from 'drizzle-orm';
import type { QueueStage } from '../../domain/review-wire.ts';
import type { QueryState } from '../../domain/wire.ts';
import { lenderLoans, loans, queries } from '../db/schema.ts';

/** How many queries of a loan are in a state; only in statements that join, in which columns have their table's name. */
export const countOf = (state: QueryState): SQL<number> =>
  sql<number>`(select count(*)::int from ${queries} where ${queries.loanId} = ${loans.id} and ${queries.state} = ${state})`;

/** A status of a push whose process has died says so until the loan is read or asked about again. */
const isBeingPushed = sql`${loans.status} = 'with_lender' and exists (
  select from ${lenderLoans} where ${lenderLoans.loanId} = ${loans.id}
    and ${lenderLoans.lenderId} = ${loans.lenderId} and ${lenderLoans.heldUntil} > clock_timestamp()
)`;

/** The stage of a loan that is no draft; only in statements that join. */
export const stage: SQL<QueueStage> = sql<QueueStage>`case
  when ${loans.status} in ('approved', 'rejected') then ${loans.status}
  when ${isBeingPushed} then 'with_lender'
  when ${countOf('raised')} > 0 then 'sent_back'
  when ${countOf('answered')} > 0 then 'answered'
  else 'to_review' end`;

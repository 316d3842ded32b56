/** An application's stage in the queue, from its loan's status and its queries. */
import { type SQL, sql } from 'drizzle-orm';
import type { QueueStage } from '../../domain/review-wire.ts';
import type { QueryState } from '../../domain/wire.ts';
import { loans, queries } from '../db/schema.ts';

/** How many queries of a loan are in a state; only in statements that join, in which columns have their table's name. */
export const countOf = (state: QueryState): SQL<number> =>
  sql<number>`(select count(*)::int from ${queries} where ${queries.loanId} = ${loans.id} and ${queries.state} = ${state})`;

/** The stage of a loan that is no draft; only in statements that join. */
export const stage: SQL<QueueStage> = sql<QueueStage>`case
  when ${loans.status} in ('with_lender', 'approved', 'rejected') then ${loans.status}
  when ${countOf('raised')} > 0 then 'sent_back'
  when ${countOf('answered')} > 0 then 'answered'
  else 'to_review' end`;

/** An application's stage in the queue, from its loan's status and its queries. */
import { type SQL, sql } from 'drizzle-orm';
import type { components } from '../../openapi/generated.ts';
import type { QueryState } from '../../domain/wire.ts';
import { loans, queries } from '../db/schema.ts';

export type Stage = components['schemas']['QueueStage'];

export const stages = [
  'to_review',
  'answered',
  'sent_back',
  'with_lender',
  'approved',
  'rejected',
] as const satisfies Stage[];

/** How many queries of a loan are in a state; only in statements that join, in which columns have their table's name. */
export const countOf = (state: QueryState): SQL<number> =>
  sql<number>`(select count(*)::int from ${queries} where ${queries.loanId} = ${loans.id} and ${queries.state} = ${state})`;

/** The stage of a loan that is no draft; only in statements that join. */
export const stage: SQL<Stage> = sql<Stage>`case
  when ${loans.status} in ('with_lender', 'approved', 'rejected') then ${loans.status}
  when ${countOf('raised')} > 0 then 'sent_back'
  when ${countOf('answered')} > 0 then 'answered'
  else 'to_review' end`;

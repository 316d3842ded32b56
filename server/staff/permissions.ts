/** Checks the permissions of staff: the operations by role in the contract, and the visible partners. */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { StaffRole } from '../../domain/values/wire.ts';
import { loadContract, type OperationId } from '../contract/contract.ts';
import { loans } from '../db/schema/loans.ts';
import { reviewers, staffPartners } from '../db/schema/staff.ts';

/** The ids of the partners whose applications somebody sees; null for all partners. */
export type PartnerScope = readonly string[] | null;

export const mayCall = (role: StaffRole, operation: OperationId): boolean =>
  loadContract().operations.some(({ id, policy }) => id === operation && policy.roles.includes(role));

/** The partners of a row of `reviewers`, as a column of a select. */
export const assignedPartners = sql<string[]>`coalesce((
  select json_agg(${staffPartners.partnerId}) from ${staffPartners}
  where ${eq(staffPartners.reviewerId, reviewers.id)}), '[]'::json)`;

/** An administrator sees all partners; other staff see only assigned ones. */
export const scopeOf = (role: StaffRole, assigned: readonly string[]): PartnerScope =>
  role === 'administrator' ? null : assigned;

export const isInScope = (scope: PartnerScope, partnerId: string): boolean =>
  scope === null || scope.includes(partnerId);

/** The loans of a scope, as a condition; undefined for all. */
export function loansInScope(scope: PartnerScope): SQL | undefined {
  if (scope === null) return undefined;
  return scope.length === 0 ? sql`false` : inArray(loans.partnerId, [...scope]);
}

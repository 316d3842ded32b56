/** The EMI option that a loan may take, and the instalment of a submission. */
import { and, eq } from 'drizzle-orm';
import type { FieldValues } from '../../domain/forms/changes.ts';
import { emiPlan } from '../../domain/lending/emi.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Database } from '../db/open.ts';
import { emiOptions } from '../db/schema/institutions.ts';
import { isRowId } from './ids.ts';

/** The option of a tenure id, if the course offers it and it is enabled (decision 13a). */
export async function findEmiOption(tx: Database, courseId: number, tenureId: number) {
  if (!isRowId(tenureId)) return undefined;
  const [option] = await tx
    .select({ id: emiOptions.id, emiTenure: emiOptions.emiTenure })
    .from(emiOptions)
    .where(
      and(eq(emiOptions.courseId, courseId), eq(emiOptions.id, tenureId), eq(emiOptions.isDisabled, false)),
    );
  return option;
}

/**
 * The instalment of a submission's plan, in rupees a month.
 * @param fields what was submitted
 * @returns null where the option no longer exists
 */
export async function instalmentOf(db: Database, fields: FieldValues): Promise<number | null> {
  const tenureId = Number(fields['loan_details.emi_tenure_id']);
  if (!isRowId(tenureId)) return null;
  const [option] = await db.select().from(emiOptions).where(eq(emiOptions.id, tenureId));
  if (!option) return null;
  const fee = Number(fields['el_details.order_value'] ?? 0);
  const institution = String(fields['el_details.institution_name'] ?? '');
  return emiPlan(emiOptionOnWire(option), fee, institution).emi_amount;
}

/** The row as the contract's EmiOption. */
export const emiOptionOnWire = ({ courseId: _, ...row }: typeof emiOptions.$inferSelect) => onWire(row);

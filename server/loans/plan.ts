/** The EMI option that a loan may take. */
import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/open.ts';
import { emiOptions } from '../db/schema.ts';
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

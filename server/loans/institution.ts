/** An institution as the contract has it. */
import type { institutions } from '../db/schema/institutions.ts';

/** The row as the contract's Institution. */
export const institutionOnWire = (row: typeof institutions.$inferSelect) => ({
  id: row.id,
  name: row.name,
  prefferd_lenders: row.prefferdLenders,
  commercial_type: row.commercialType,
  subvention: row.subvention,
  fee_validation: row.feeValidation,
  receipt_upload: row.receiptUpload,
});

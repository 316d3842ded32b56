/** The borrower's name, on documents and at providers. */
import type { LoanRow } from '../loans/tokens.ts';

/** The name is that of the application, or where it has none, the one that the loan was created with. */
export function borrowerNameOf({ name, personalDetails }: Pick<LoanRow, 'name' | 'personalDetails'>): string {
  const stated = personalDetails.name;
  return typeof stated === 'string' && stated !== '' ? stated : name;
}

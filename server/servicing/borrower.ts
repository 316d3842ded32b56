/** The borrower's name, on documents and at providers. */
import type { LoanRow } from '../loans/tokens.ts';

/** As in the application, or where it has none, as the loan was created. */
export function borrowerNameOf({ name, personalDetails }: Pick<LoanRow, 'name' | 'personalDetails'>): string {
  const stated = personalDetails.name;
  return typeof stated === 'string' && stated !== '' ? stated : name;
}

/** Where files go. What is behind this interface may change; the screens do not see it. */
import type { Outcome } from '../../domain/outcome.ts';

/** What a file is kept as: its name is built from the loan's id and the document's type (specification, section 7). */
export interface StoredName {
  loanId: string;
  documentType: 'fee_receipt';
}

export interface ObjectStore {
  /**
   * Stores a file whole, or not at all.
   * @param report is told how much is sent, in whole percent
   * @param signal ends the upload when it is aborted; what then comes back is `unreachable`
   * @returns the key under which the file is stored
   */
  put(
    name: StoredName,
    file: Blob,
    report: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<Outcome<{ key: string }>>;
}

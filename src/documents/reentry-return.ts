/**
 * The way back to the list of documents, which sends a person without access to the re-entry of the loan's own page.
 * The tab keeps it for the length of that detour.
 */
import type { TabStore } from '../hooks/tab-store.ts';

const nameOf = (loanId: string) => `reentry.${loanId}.documents`;

/** @param address the list's own, with its query string */
export const saveDocumentsReturn = (tab: TabStore, loanId: string, address: string): void =>
  tab.write(nameOf(loanId), address);

/** Returns the address of the list, once; null if the person came another way. */
export function takeDocumentsReturn(tab: TabStore, loanId: string): string | null {
  const address = tab.read(nameOf(loanId));
  tab.remove(nameOf(loanId));
  return typeof address === 'string' ? address : null;
}

/** The document that a pending verdict asks for: the way to it, and what has become of it (decision 27). */
import { bankStatementFor } from '../../../domain/loan/requested-document.ts';
import type { DocumentContent } from '../../../domain/values/wire.ts';
import { refreshed, useApiQuery } from '../../data/query.tsx';
import { useLock, useWizardState } from '../shared/wizard.tsx';

type RequestedDocument = DocumentContent['scan'] | 'missing';

/**
 * How far the scan of the document is; null until that is known, and where the lender waits for none. Read again when
 * the page becomes visible: in a frame the document is added in another tab.
 */
export function useRequestedDocument(): RequestedDocument | null {
  const isLocked = useLock().mode === 'locked';
  const loan = useWizardState(({ context }) => context.loan);
  const pending = isLocked && loan?.status === 'pending' ? loan : null;
  const params = pending && { path: { id: pending.loan_id } };
  const documents = useApiQuery('listDocuments', params, refreshed);
  if (!pending || documents.isPending) return null;
  const type = bankStatementFor(pending);
  return documents.data?.find((one) => one.type === type)?.content?.scan ?? 'missing';
}

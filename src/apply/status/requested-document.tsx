/** The document that a pending verdict asks for: the way to it, and what has become of it (decision 27). */
import { useEffect, useState } from 'react';
import { bankStatementFor } from '../../../domain/loan/requested-document.ts';
import type { DocumentContent } from '../../../domain/values/wire.ts';
import { disposeAtOnce, useResource } from '../../hooks/resource.ts';
import { useServices } from '../shared/services.ts';
import { useLock, useWizardState } from '../shared/wizard.tsx';
import { onVisible } from './visibility.ts';

type RequestedDocument = DocumentContent['scan'] | 'missing';

/**
 * How far the scan of the document is; null until that is known, and where the lender waits for none. Read again when
 * the page becomes visible: in a frame the document is added in another tab.
 */
export function useRequestedDocument(): RequestedDocument | null {
  const { call } = useServices();
  const isLocked = useLock().mode === 'locked';
  const loan = useWizardState(({ context }) => context.loan);
  const [visits, setVisits] = useState(0);
  useEffect(() => onVisible(() => setVisits((count) => count + 1)), []);
  const pending = isLocked && loan?.status === 'pending' ? loan : null;
  const documents = useResource(
    pending && `documents of ${pending.loan_id}, ${visits}`,
    (signal) => call('listDocuments', { path: { id: pending?.loan_id ?? '' } }, { signal }),
    disposeAtOnce,
  );
  // While it is read again, what was read before stands: a screen reader announces each change.
  const [latest, setLatest] = useState<RequestedDocument | null>(null);
  if (!pending) return null;
  if (documents.status === 'loading') return latest;
  const type = bankStatementFor(pending);
  const scan = documents.value?.find((one) => one.type === type)?.content?.scan ?? 'missing';
  if (scan !== latest) setLatest(scan);
  return scan;
}
